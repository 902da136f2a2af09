/** The table as this browser sees it now: one for the page. */

import type { Answer, Changed, Clause, Counter, Do, Done, Face, Form, Link, Moment, Offer, Refusal, Scene, StoryLine, TableInfo, Use as UseInfo, Welcome, You } from "../protocol";
import * as api from "./api";
import { coach } from "./coach.svelte";
import type { Command } from "./commands";
import { asBegun, asCarriedOver, isOpen, withFields, type Draft, type Param, type Value } from "./draft";
import { daily } from "./daily.svelte";
import { habit, remember as rememberHabit } from "./habits";
import { keepHead } from "./heads";
import { forgetPlace, keepPlace, movePlace, placeKept } from "./kept";
import { isKnown, leaveKnown, newest, remember, renewal, replaceLink } from "./known";
import { renewed } from "./links";
import { LessonLine } from "./lesson";
import { Line, newId } from "./line";
import { lookOf } from "./looks.svelte";
import { patched } from "./patch";
import { learnPortraits } from "./pictures.svelte";
import { route } from "./route.svelte";
import { settings } from "./settings.svelte";
import { show } from "./show.svelte";
import { beginning, readable, spoken } from "./words";

export interface Reading {
  title: string;
  text: string;
  section?: string;
  clauses?: readonly string[];
  /** Whether it is a paper of the story, and set as one. */
  letter?: boolean;
}

/** Something taken up to look at: a card, a square of a map and who stands there; each with all its names. */
export interface Held {
  title: string;
  things: string[][];
  note?: string;
  place?: string;
  /** The figure that it is, if it is one; the square of a map. */
  figure?: string;
  square?: string;
}

/** Something that can be done with what is held. */
export interface Use {
  label: string;
  cost?: string;
  /** What it would do, as far as that is settled: for telling how likely it is. */
  does?: { do: string; chosen: Record<string, Value> };
  act: () => void;
}

/** Whether an offer is about this very card, such as to play it. */
const isAbout = ({ fixed = {} }: Offer, { things, figure, square }: Held): boolean => !figure && !square && Object.values(fixed).some((value) => typeof value === "string" && things.flat().includes(value));

/** How long a refusal is left to be read before a change of the table puts it away. */
const READ = 8000;

/** Where what people seldom do stands among all they can do. */
const UNLIKELY = 1e6;

/** So many options can stand at a card. */
const FEW = 4;

class Table {
  fragment = $state("");
  line = $state<"joining" | "up" | "down" | "gone">("joining");
  farewell = $state("");
  /** The last whole step of a damaged table, for who may go on from it. */
  whole = $state(0);
  you = $state.raw<You>({ role: "spectator" });
  info = $state.raw<TableInfo | null>(null);
  v = $state(0);
  scene = $state.raw<Scene | null>(null);
  story = $state.raw<StoryLine[]>([]);
  hasEarlier = $state(false);
  faces = $state.raw<Record<string, Face>>({});
  /** What was said no to last, until the next thing works. */
  /** Whether the evening is about to be ended. */
  closing = $state(false);
  /** Whether all of the map is looked at; on a phone, with all the room there is. */
  wholeMap = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** Whether a command is under way that changes the game. */
  busy = $state(false);
  /** What was asked last about the open form: whoever sends the form waits for its answer. */
  asked = Promise.resolve();
  /** The rule or condition that is being read, and the card or token that is held up. */
  reading = $state.raw<Reading | null>(null);
  held = $state.raw<Held | null>(null);
  /** The number that the game master is changing, by its path. */
  tallied = $state("");
  draft = $state<Draft | null>(null);
  /** Whether the steps of making a hero are open. */
  making = $state(false);
  /** What the server knows to do with what is held. */
  known = $state.raw<UseInfo[]>([]);
  /** Whether the server is asked what can be done with what is held. */
  asking = $state(false);
  news = $state("");
  /** A step whose head is another than the one that this browser was shown before. */
  rewritten = $state(0);
  /** Whether somebody sat here by this link before this browser did. */
  satBefore = $state(false);

  #line: Line | LessonLine | null = null;
  #visits = 0;
  #resumes = false;
  #rules: Promise<Record<string, Clause>> | null = null;
  #game = "";
  #worn = "";
  #refusedAt = 0;

  get seat(): string {
    return this.you.seat ?? "";
  }

  get live(): boolean {
    return this.#line !== null;
  }

  /** Whether the table waits for this seat: it is asked, or it is its turn and there is something to do. */
  get mine(): boolean {
    if (this.info?.phase === "ended") return false;
    if (this.scene?.question != null) return true;
    return (this.scene?.turn.includes(this.seat) ?? false) && this.deeds.length > 0 && !this.scene?.waiting_for.length;
  }

  /** What this seat does now, or what it should know while others act: as one sentence. */
  get task(): string {
    return this.mine || !this.scene?.turn.includes(this.seat) ? (this.scene?.task ?? "") : "";
  }

  /** What is asked of this seat, if it is a choice among few: it can stand at the card it is about. */
  get choice(): Extract<Scene["question"], { type: "choose" }> | null {
    const question = this.scene?.question;
    return question?.type === "choose" && question.options.length <= FEW ? question : null;
  }

  /** What this seat may do now, or may not do yet: while somebody is asked, what waits for no answer. */
  get offers(): Offer[] {
    const offers = this.scene?.offers ?? [];
    return this.scene?.waiting_for.length ? offers.filter((offer) => this.isForGood(offer)) : offers;
  }

  /**
   * What can be done now: one of each likely thing, the likeliest first, then more of them, then all the others. What is done with the scene that is told stands with it.
   * The steps of making a hero come last: they have a door of their own.
   */
  get deeds(): Offer[] {
    const likely = this.info?.likely ?? [];
    const times = new Map<string, number>();
    const ofTheScene = this.ofTheScene;
    const steps = this.makingSteps;
    const placed = this.offers
      .filter((offer) => !offer.why_not && offer.do !== "tale.wish" && !ofTheScene.includes(offer))
      .map((offer) => {
        const time = times.get(offer.do) ?? 0;
        times.set(offer.do, time + 1);
        if (coach.wants(offer) || offer.do === this.scene?.deed) return { offer, place: -1 };
        if (steps.has(offer.do)) return { offer, place: Infinity };
        return { offer, place: likely.includes(offer.do) && !offer.unlikely ? time * likely.length + likely.indexOf(offer.do) : UNLIKELY };
      });
    return placed.toSorted((one, other) => (one.place === other.place ? 0 : one.place - other.place)).map(({ offer }) => offer);
  }

  /** The actions by which a hero is made, while it is. */
  get makingSteps(): Set<string> {
    const making = this.scene?.making;
    return new Set(making ? [making.ready_made ?? "", ...making.steps.flatMap((step) => step.do ?? [])] : []);
  }

  /** What the table waits for this seat to do, if that is one thing; and what opens a session that has begun. */
  get first(): Offer[] {
    const begins = this.sessionBegins ? this.scene?.campaign?.opens : "";
    return this.deeds.filter((offer) => (this.mine && offer.do === this.scene?.deed) || offer.do === begins);
  }

  /** Which session this is: by the evenings of the table, or by the game's own count where that is ahead. */
  get session(): number {
    return Math.max(this.info?.session?.number ?? 0, this.scene?.campaign?.session ?? 0);
  }

  /** Whether a new session has begun, and the game has not opened it yet. */
  get sessionBegins(): boolean {
    const campaign = this.scene?.campaign;
    return Boolean(campaign?.opens) && this.info?.phase === "playing" && this.session > (campaign?.session ?? 0);
  }

  /** What was done at a quiet point: the words in which the story told it to this seat, or else what it is called. */
  toldAt(point: { n: number; seat: string; do: string }): string {
    const told = this.story.find((line) => line.kind === "play" && line.n === point.n && !line.undone && line.text);
    return told ? `“${beginning(told.text)}”` : `${point.seat}: ${spoken(point.do)}`;
  }

  /** Keep in mind until when somebody was here, and when they play next. */
  noteVisit(): void {
    const session = this.info?.session;
    if (this.info && this.fragment) leaveKnown(this.fragment, this.asleep, session?.ended ? session.next : 0);
  }

  /** Go back to a quiet point, or ask the others whether they would. */
  rewind(to: number): Promise<Done | Refusal> {
    return this.send({ is: "rewind", v: this.v, to });
  }

  /** Whether two play against each other, each with a board of their own. */
  get duel(): boolean {
    return lookOf(this.info?.game ?? "").duel && (this.scene?.sheets.filter((sheet) => sheet.owner && sheet.side).length ?? 0) === 2;
  }

  /** How many games decide, where players alone play several. */
  get bestOf(): number {
    return Number(this.info?.options["best_of"] ?? 1);
  }

  /** Games that each has won of them, this one among them once it is over. */
  get score(): Record<string, number> {
    const before = (this.info?.options["won"] ?? {}) as Record<string, number>;
    const winner = this.scene?.over ? this.scene.won?.[0] : "";
    return Object.fromEntries((this.info?.seats ?? []).map(({ name }) => [name, (before[name] ?? 0) + Number(name === winner)]));
  }

  /** Whether a fight or a rest is under way, and the scene that is told waits for it. */
  get fighting(): boolean {
    return this.scene?.tale?.busy ?? false;
  }

  /** Whether a scene is told just now, and nobody fights in it. */
  get telling(): boolean {
    return Boolean(this.scene?.tale?.told?.length) && !this.fighting;
  }

  /** What is done with the scene that is told: what a player may want there, and what the game master tells, sets and calls. */
  get ofTheScene(): Offer[] {
    const tale = this.scene?.tale;
    if (this.you.role === "gm" ? !tale?.adventure || tale.over || this.fighting : !this.telling) return [];
    const own = this.you.role === "gm" ? "tale." : "tale.wish";
    return this.offers.filter((offer) => offer.do.startsWith(own) && !offer.why_not);
  }

  /** Whether one is asked once more before this is done. */
  asksTwice(offer: Offer): boolean {
    return this.isForGood(offer) || Boolean(offer.warns) || (this.info?.asks_twice?.includes(offer.do) ?? false);
  }

  /** Whether this may be done while somebody is asked, and cannot be taken back. */
  isForGood(offer: Offer): boolean {
    return this.info?.any_time.includes(offer.do) ?? false;
  }

  get runs(): boolean {
    return this.you.runs_table ?? false;
  }

  /** Whether this is the host: by the host's link, or on the host's own seat. */
  get hosts(): boolean {
    return this.you.role === "host" || (this.seat !== "" && this.you.place === this.info?.host);
  }

  /** Whether the evening is over: nothing of the game changes before somebody wakes the table. */
  get asleep(): boolean {
    return Boolean(this.info?.session?.ended) && this.info?.phase === "playing";
  }

  /** Whether this seat may take up a paused scene: who runs the table; anyone where there is no game master. */
  get canResume(): boolean {
    return this.runs || !this.info?.seats.some((seat) => seat.role === "gm");
  }

  /**
   * Come in by a link, or by the one that has come in its place; who runs a damaged table may say that it goes on
   * from its last whole step. What is given back leaves again.
   */
  join(fragment: string, goOnFrom = 0): () => void {
    this.#comeIn(newest(fragment), goOnFrom);
    const visit = ++this.#visits;
    return () => {
      if (visit === this.#visits) this.leave();
    };
  }

  /** Sit down to learn: a table that leads through a lesson. What is given back leaves again. */
  learn(game: string, number: number): () => void {
    this.leave();
    this.fragment = "";
    coach.game = game;
    this.#line = new LessonLine(game, number, {
      onbegun: (welcome, now) => {
        this.line = "up";
        coach.now = now;
        this.#show(welcome);
      },
      onmoved: (changed, now) =>
        show.receive(changed, () => {
          coach.now = now;
          this.#changed(changed);
          this.refusal = null;
        }),
      onfault: (sentence) => {
        this.line = "gone";
        this.farewell = sentence;
      },
    });
    const visit = ++this.#visits;
    return () => {
      if (visit === this.#visits) this.leave();
    };
  }

  /** Sit down to the puzzle of the day. What is given back leaves again. */
  puzzle(game: string): () => void {
    this.leave();
    this.fragment = "";
    const visit = ++this.#visits;
    daily.fetch(game).then(
      ({ shown }) => {
        if (visit !== this.#visits || !shown.scene) return;
        this.line = "up";
        this.#show({ ...shown, scene: { ...shown.scene, offers: [], question: null, waiting_for: [], telling: [] } });
      },
      (fault: Error) => {
        this.line = "gone";
        this.farewell = fault.message;
      },
    );
    return () => {
      if (visit === this.#visits) this.leave();
    };
  }

  /** In a lesson: what was said has been read. */
  async readOn(): Promise<void> {
    if (!(this.#line instanceof LessonLine) || this.busy) return;
    show.flush();
    this.busy = true;
    await this.#line.goOn();
    this.busy = false;
  }

  #comeIn(fragment: string, goOnFrom = 0): void {
    this.leave();
    this.fragment = fragment;
    if (this.fragment !== route.fragment) route.become(this.fragment);
    this.#resumes = true;
    const heard = {
      onwelcome: (welcome: Welcome) => this.#welcome(welcome),
      onchanged: (changed: Changed) => show.receive(changed, () => this.#changed(changed)),
      onup: () => (this.line = "up"),
      ondown: () => (this.line = "down"),
      onbye: (sentence: string, whole: number) => void this.#sentAway(sentence, whole),
    };
    this.#line = new Line(fragment, heard, goOnFrom);
  }

  /** Make one's own link anew, so that nobody else holds it. */
  async renew(): Promise<void> {
    const line = this.#line;
    if (!(line instanceof Line)) return;
    const old = this.fragment;
    const id = renewal(old, renewal(old) || newId());
    const answer = await line.send({ is: "new-link", place: this.you.place ?? -1 }, id);
    if (answer.is === "done" && answer.link && line === this.#line) {
      line.fragment = answer.link.fragment;
      this.#moveTo(answer.link);
    }
  }

  #moveTo(link: Link): void {
    const old = this.fragment;
    movePlace(old, link.fragment);
    replaceLink(old, link);
    this.fragment = link.fragment;
    this.satBefore = false;
    route.become(link.fragment);
  }

  /** Whoever lost the line while their link was made anew never heard of the new one: it follows from both. */
  async #sentAway(sentence: string, whole: number): Promise<void> {
    const old = this.fragment;
    const other = newest(old);
    const id = renewal(old);
    if (other !== old) {
      this.#comeIn(other);
    } else if (id) {
      const link = { place: this.you.place ?? -1, name: this.seat, role: this.you.role, ...(await renewed(old, id)) };
      replaceLink(old, link);
      this.#comeIn(link.fragment);
    } else {
      this.line = "gone";
      this.farewell = sentence;
      this.whole = whole;
    }
  }

  leave(): void {
    this.noteVisit();
    show.clear();
    this.#line?.close();
    this.#line = null;
    coach.now = null;
    daily.leave();
    this.line = "joining";
    this.info = null;
    learnPortraits(null);
    this.scene = null;
    this.story = [];
    this.draft = null;
    this.making = false;
    this.held = null;
    this.tallied = "";
    this.reading = null;
    this.refusal = null;
    this.rewritten = 0;
    this.satBefore = false;
  }

  /** Show a moment of the past instead of the live table. */
  showPast(fragment: string, info: TableInfo, scene: Scene): void {
    this.fragment = fragment;
    this.info = info;
    learnPortraits(info);
    this.scene = scene;
    this.#dress(info);
  }

  async send(command: Command): Promise<Done | Refusal> {
    if (!this.#line) throw new Error("There is no line to a table.");
    const answer = await this.#line.send(command);
    this.refusal = answer.is === "refused" ? answer : null;
    this.#refusedAt = Date.now();
    return answer;
  }

  /** Begin an action; the form is put away when it is done. */
  async do(action: Do["action"]): Promise<void> {
    if (this.busy) return;
    show.flush();
    this.busy = true;
    const answer = await this.send({ is: "do", v: this.v, action });
    this.busy = false;
    if (answer.is !== "done") return;
    if (this.draft && this.you.role === "gm") rememberHabit(this.#game, $state.snapshot(this.draft));
    this.draft = null;
  }

  /** Answer what is asked; a second tap, while the first one's cards still turn, is for a question that is gone. */
  async answer(given: Answer["answer"], seat = ""): Promise<void> {
    if (this.busy) return;
    const asked = JSON.stringify(this.scene?.question);
    show.flush();
    if (!seat && JSON.stringify(this.scene?.question) !== asked) return;
    this.busy = true;
    await this.send({ is: "answer", v: this.v, answer: given, seat });
    this.busy = false;
  }

  /** Take an offer: at once, or through a form when something is left to choose or it is for good. */
  take(offer: Offer, values: Record<string, Value> = {}): void {
    this.refusal = null;
    if (coach.isFirstMove && coach.now?.stop.do && coach.wants(offer)) {
      void this.do(coach.now.stop.do);
      return;
    }
    const open = (offer.params ?? []).filter((param) => !(param.name in values));
    if (open.length === 0 && !this.asksTwice(offer)) void this.do({ do: offer.do, ...offer.fixed, ...values });
    else void this.open(offer, values);
  }

  /** Open the form of an offer, once it is known what it leaves open; `only` one thing being open, that may be all. */
  async open(offer: Offer, values: Record<string, Value> = {}, only = false): Promise<void> {
    const usual = this.you.role === "gm" ? habit(this.#game, offer) : {};
    const draft = asBegun(offer, { ...usual, ...values });
    if (!offer.params?.some(isOpen)) {
      this.draft = draft;
      return;
    }
    this.busy = true;
    const form = await this.#form(draft);
    this.busy = false;
    if (form) this.draft = withFields(draft, form);
    const param = this.draft?.params[0];
    if (only && param?.type === "many" && param.most === 1 && !this.draft?.whyNot) this.#finish();
    else this.#settle();
  }

  /** Ask what may be chosen, as far as the open form is filled in, where the offer does not say. */
  ask(): Promise<void> {
    this.asked = this.#ask();
    return this.asked;
  }

  async #ask(): Promise<void> {
    const draft = this.draft;
    if (!draft?.offer.params?.some(isOpen)) return;
    const form = await this.#form(draft);
    const current = this.draft;
    if (form && current?.offer === draft.offer) this.draft = withFields(current, form);
  }

  async #form({ offer, values }: Draft): Promise<Form | null> {
    const { do: what, fixed = {} } = offer;
    const answer = await this.#line?.send({ is: "ask-form", do: what, fixed, chosen: chosenOf(values) });
    return answer?.is === "done" ? (answer.form ?? null) : null;
  }

  /** Somebody's token is put down on a square: what that can only mean is done, else it is asked. */
  async drop(held: Held): Promise<void> {
    if (!this.#line || this.busy) return;
    const answer = await this.#line.send({ is: "ask-uses", names: held.things.flat().slice(0, 20) });
    this.known = answer.is === "done" ? (answer.uses ?? []) : [];
    const [only, ...others] = this.uses(held);
    if (only && (others.length === 0 || this.draft)) only.act();
    else this.held = held;
  }

  /** What an offer leaves open, before anything is chosen. */
  formOf(offer: Offer): Promise<Form | null> {
    return this.#form(asBegun(offer, {}));
  }

  /** Ask what may be done with what is held, beyond what the offers themselves say. */
  async askUses(held: Held): Promise<void> {
    this.known = [];
    this.asking = false;
    if (!this.#line || this.draft || !this.offers.some((offer) => offer.params?.some(isOpen))) return;
    this.asking = true;
    const answer = await this.#line.send({ is: "ask-uses", names: held.things.flat().slice(0, 20) });
    if (this.held !== held) return;
    this.asking = false;
    if (answer.is === "done") this.known = answer.uses ?? [];
  }

  /** Remember what is being filled in, for when this page is loaded again. */
  keepDraft(): void {
    const draft = this.draft;
    if (!this.fragment) return;
    if (draft) keepPlace(this.fragment, { draft: $state.snapshot(draft) });
    else if (!this.#resumes) forgetPlace(this.fragment, "draft");
  }

  /** Read rules in our words: one with its chapter, or several one below the other. */
  async showRules(ids: readonly string[], title = ids.length > 1 ? "Rules" : (ids[0] ?? "")): Promise<void> {
    const rules = await this.#rulebook();
    const found = ids.map((id) => ({ id, clause: rules[id.toUpperCase()] ?? rules[id] }));
    const text = found.map(({ id, clause }) => `${title === id ? "" : `${id}: `}${clause?.text ?? "That rule isn’t in this game’s book."}`);
    const sections = new Set(found.map(({ clause }) => clause?.section ?? ""));
    this.reading = { title, text: text.join("\n\n"), section: sections.size === 1 ? [...sections].join("") : "" };
  }

  /** Whether there is anything to do with a number, or to read of it. */
  explains({ note, clauses, path }: Counter): boolean {
    return Boolean(note || clauses?.length || (path && this.you.role === "gm"));
  }

  /** Look at a number of a sheet: the game master may change it, others read what it means. */
  touch({ label, note = "", clauses = [], path = "" }: Counter): void {
    if (path && this.you.role === "gm") this.tallied = path;
    else if (note) this.reading = { title: label, text: note, clauses };
    else void this.showRules(clauses, label);
  }

  /** What can be done with the thing that is held: an answer, a choice in the open form, an offer. */
  uses(held: Held): Use[] {
    const uses: Use[] = [];
    const of = (options: readonly string[]) =>
      held.things.map((names) => names.find((name) => options.includes(name))).filter((name) => name !== undefined);
    const question = this.scene?.question;
    if (question?.type === "choose") {
      for (const option of of(question.options)) uses.push({ label: `${question.prompt} ${readable(option)}`, act: () => void this.answer(option) });
    }
    const draft = this.draft;
    if (draft) {
      for (const param of draft.params) {
        for (const option of param.type === "one" || param.type === "many" ? of(param.options ?? []) : []) {
          uses.push({ label: `${param.label}: ${readable(option)}`, act: () => this.#choose(param, option) });
        }
        const square = param.type === "words" && param.of === "square" ? held.square : undefined;
        if (square) uses.push({ label: `${param.label}: ${square}`, act: () => this.#write(param, square) });
        const column = param.type === "count" && param.of === "column" ? held.square : undefined;
        if (column && squaresOf(param).includes(column)) uses.push({ label: `Square ${column}`, act: () => this.#stepTo(draft, column) });
      }
      return uses;
    }
    for (const offer of this.deeds) {
      if (isAbout(offer, held)) {
        uses.push({ label: offer.label, cost: [offer.cost, offer.note].filter(Boolean).join(" · "), does: { do: offer.do, chosen: { ...offer.fixed } }, act: () => this.take(offer) });
        continue;
      }
      let fields = 0;
      for (const param of offer.params ?? []) {
        const asked = this.known.filter((use) => use.do === offer.do && use.name === param.name && sameValues(use.fixed, offer.fixed));
        if (param.type === "count") {
          for (const { value } of asked) uses.push(this.#going(offer, param, value));
          continue;
        }
        const options = isOpen(param) ? asked.map((use) => use.value) : param.type === "one" || param.type === "many" ? of(param.options ?? []) : [];
        const only = offer.params?.length === 1 && !this.asksTwice(offer);
        const named = options.length > 0 && (fields += 1) > 1 ? `${offer.label} (${param.label})` : offer.label;
        for (const option of options) {
          const value = param.type === "many" ? [option] : option;
          uses.push({
            label: options.length > 1 ? `${named}: ${readable(option)}` : named,
            cost: [offer.cost, offer.note].filter(Boolean).join(" · "),
            does: { do: offer.do, chosen: { ...offer.fixed, [param.name]: value } },
            act: () => {
              if (only && param.type === "one") this.take(offer, { [param.name]: value });
              else void this.open(offer, { [param.name]: value }, only);
            },
          });
        }
      }
    }
    return uses;
  }

  /** Why nothing can be done with the thing that is held, where the rules say so. */
  whyNot(held: Held): string {
    return this.scene?.question || this.draft ? "" : (this.offers.find((offer) => offer.why_not && isAbout(offer, held))?.why_not ?? "");
  }

  /** To do something on a square that is told by its column and its row. */
  #going(offer: Offer, column: Param, square: string): Use {
    const values = asLines(offer.params ?? [], column, square);
    return {
      label: offer.label,
      cost: [offer.cost, offer.note].filter(Boolean).join(" · "),
      act: () => {
        if (Object.keys(values).length === offer.params?.length) void this.do({ do: offer.do, ...offer.fixed, ...values });
        else void this.open(offer, values);
      },
    };
  }

  /** A square is tapped for the open form; when nothing else is left to choose, that does it. */
  #stepTo(draft: Draft, square: string): void {
    const column = draft.params.find((param) => param.type === "count" && param.of === "column");
    if (!column || !this.draft) return;
    Object.assign(this.draft.values, asLines(draft.params, column, square));
    if (draft.params.length === 2) this.#finish();
    else void this.ask();
  }

  #finish(): void {
    const draft = this.draft;
    if (draft && !this.asksTwice(draft.offer)) void this.do({ do: draft.offer.do, ...draft.offer.fixed, ...chosenOf(draft.values) });
  }

  /** Choose something in the open form; among several, what is chosen already is put back. */
  #choose(param: Param, option: string): void {
    if (!this.draft) return;
    const before = this.draft.values[param.name];
    if (param.type === "one" && param.of === "square" && this.draft.params.length === 1) {
      this.draft.values[param.name] = option;
      this.#finish();
      return;
    }
    if (param.type !== "many") this.draft.values[param.name] = option;
    else if (!Array.isArray(before)) this.draft.values[param.name] = [option];
    else if (before.includes(option)) this.draft.values[param.name] = before.filter((other) => other !== option);
    else if (before.length < param.most) this.draft.values[param.name] = [...before, option];
    void this.ask();
  }

  /** Write down a square, in place of another or, where several are asked for, beside it; a second tap strikes it out. */
  #write({ name, several }: { name: string; several?: boolean }, square: string): void {
    if (!this.draft) return;
    const before = String(this.draft.values[name] ?? "").split(/\s+/).filter(Boolean);
    const others = several ? before.filter((other) => other !== square) : [];
    this.draft.values[name] = (before.includes(square) ? others : [...others, square]).join(" ");
  }

  /** Whether the open form is filled in on the map. */
  get onMap(): boolean {
    const params = this.draft?.params ?? [];
    return this.squares.length > 0 || (this.hasMap && params.some((param) => param.type === "words" && param.of === "square"));
  }

  /** The squares of a map that the open form asks about. */
  get squares(): readonly string[] {
    const asked = (this.draft?.params ?? []).map(squaresOf);
    return this.hasMap ? (asked.find((squares) => squares.length > 0) ?? []) : [];
  }

  get hasMap(): boolean {
    return this.scene?.gadgets.some((gadget) => gadget.kind === "grid") ?? false;
  }

  async earlier(): Promise<void> {
    const first = this.story[0];
    if (!first) return;
    const earlier = await api.storyBefore(this.fragment, first.at);
    this.story = [...earlier.lines, ...this.story];
    this.hasEarlier = earlier.more;
  }

  /** After joining: whether there is more than the last lines, or all that was read before the line broke. */
  async #recall(since: number | undefined): Promise<void> {
    const first = this.story[0];
    if (!first) return;
    if (since !== undefined && since < first.at) {
      this.hasEarlier = true;
      while (this.hasEarlier && since < (this.story[0]?.at ?? 0)) await this.earlier();
    } else {
      this.hasEarlier = (await api.storyBefore(this.fragment, first.at, 1)).lines.length > 0;
    }
  }

  /** Whether this is the last that the action under way has told: what is asked now belongs to it, and to nothing that came of it. */
  #endsWith(moment: Moment): boolean {
    return JSON.stringify(this.scene?.telling.at(-1)?.moment) === JSON.stringify(moment);
  }

  /** What a newcomer is shown. */
  #show(welcome: Welcome): void {
    show.clear();
    show.for(
      (who) => who === this.seat || this.scene?.sheets.some((sheet) => sheet.id === who && sheet.owner === this.seat) === true,
      (moment) => this.choice !== null && !coach.active && this.#endsWith(moment), // a lesson speaks beside the choice
      (who) => !this.duel && this.scene?.sheets.some((sheet) => (sheet.id === who || sheet.owner === who) && sheet.side === "hero") === true,
      () => this.scene,
    );
    this.you = welcome.you;
    this.info = welcome.table;
    learnPortraits(this.info);
    this.v = welcome.v;
    this.#keepHead(welcome.head);
    this.scene = welcome.scene;
    this.story = welcome.story;
    this.#dress(welcome.table);
  }

  #welcome(welcome: Welcome): void {
    const since = this.story[0]?.at;
    this.#show(welcome);
    if (this.#resumes && welcome.scene) {
      this.draft ??= placeKept(this.fragment).draft ?? null;
      this.#resumes = false;
    }
    this.#settle();
    const renews = welcome.you.just_sat || renewal(this.fragment) !== "";
    if (!renews && this.seat && !isKnown(this.fragment)) this.satBefore = true;
    const settled = renews ? this.renew() : Promise.resolve();
    settled.then(() => this.#recall(since)).catch(() => undefined);
    remember({
      fragment: this.fragment,
      table: welcome.table.id,
      name: welcome.table.name,
      game: welcome.table.game,
      seat: this.seat,
      role: welcome.you.role,
      last: Date.now(),
      seal: welcome.table.fairness.seal,
    });
  }

  #changed(changed: Changed): void {
    this.v = changed.v;
    this.#keepHead(changed.head);
    if (changed.table) {
      this.info = changed.table;
      learnPortraits(this.info);
    }
    if (changed.struck !== undefined) {
      const from = changed.struck;
      this.story = this.story.map((line) => (line.kind === "play" && (line.n ?? 0) >= from ? { ...line, undone: true } : line));
    }
    if (changed.story) {
      this.story = [...this.story, ...changed.story];
      this.news = changed.story.filter((line) => line.text).map((line) => (line.by ? `${line.by}: ${line.text}` : line.text)).join(" ");
    }
    if (changed.scene && this.scene) this.scene = patched(this.scene, changed.scene);
    if (changed.scene && this.refusal) this.#putAway(this.refusal);
    this.#settle();
  }

  /** A refusal is of a table that has changed since; it is left there until it can have been read. */
  #putAway(read: Refusal): void {
    const left = this.#refusedAt + READ - Date.now();
    setTimeout(() => (this.refusal = this.refusal === read ? null : this.refusal), Math.max(0, left));
  }

  #keepHead(hash: string | undefined): void {
    if (hash && this.info && !keepHead(this.info.id, { v: this.v, hash })) this.rewritten ||= this.v;
  }

  /** Where no other answer can do better, it goes without saying, unless one wants to be asked all the same. */
  #sayWhatGoesWithoutSaying(): void {
    const question = this.scene?.question;
    if (!this.scene || question?.type !== "choose" || !question.moot || settings.askAll || coach.active) return;
    this.scene = { ...this.scene, question: null };
    void this.#line?.send({ is: "answer", v: this.v, answer: question.moot, seat: "" }).then(({ is }) => {
      if (is === "refused" && this.scene) this.scene = { ...this.scene, question };
    });
  }

  /** A form whose offer is gone, or which a question has overtaken, is put away. */
  #settle(): void {
    this.#sayWhatGoesWithoutSaying();
    const draft = this.draft;
    if (!draft) return;
    const offer = this.offers.find(
      (other) => other.do === draft.offer.do && other.label === draft.offer.label && !other.why_not,
    );
    if (!offer || this.scene?.question) this.draft = null;
    else {
      if (JSON.stringify(offer) !== JSON.stringify(draft.offer)) this.draft = asCarriedOver(draft, offer);
      void this.ask();
    }
  }

  #dress({ game, options }: { game: string; options: Record<string, unknown> }): void {
    const dress = `${game} ${JSON.stringify(options)}`;
    if (dress === this.#worn) return;
    this.#worn = dress;
    if (game !== this.#game) this.#rules = null;
    this.#game = game;
    void api.faces(game, options).then((catalogue) => (this.faces = catalogue.faces));
  }

  #rulebook(): Promise<Record<string, Clause>> {
    this.#rules ??= api
      .rules(this.#game)
      .then((text) => Object.fromEntries(text.clauses.map((clause) => [clause.id, clause])));
    return this.#rules;
  }
}

/** The squares of a map that a field asks about; that it may also be none of them is no square. */
function squaresOf(param: Param): readonly string[] {
  if (param.type === "count") return param.of === "column" ? (param.squares ?? []) : [];
  return (param.type === "one" || param.type === "many") && param.of === "square" ? (param.options ?? []).filter((option) => option !== "") : [];
}

/** The values of a column, and of the row that follows it, for a square such as "3,4". */
function asLines(params: readonly Param[], column: Param, square: string): Record<string, Value> {
  const [x, y] = square.split(",").map(Number);
  const row = params.find((param) => param.type === "count" && param.of === "row");
  return { [column.name]: x ?? 0, ...(row ? { [row.name]: y ?? 0 } : {}) };
}

function chosenOf(values: Draft["values"]): Record<string, Value> {
  const chosen = Object.entries($state.snapshot(values)).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return Object.fromEntries(chosen);
}

function sameValues(one: Record<string, unknown> = {}, other: Record<string, unknown> = {}): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const table = new Table();
