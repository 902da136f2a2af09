/**
 * Moments, one after the other: what follows from a card is not on the page before the card lies open.
 *
 * A change that brings moments is laid over the table when its last card has turned, or with the last verdict, whose doing it is:
 * cards that are only drawn after it do nothing to anybody. What comes meanwhile waits behind it, in order. The showing waits, never the server: a tap, or anything that is done, brings all of it to its end.
 * A moment that asks something of whoever is here stays until it is answered or put away, and so does a friend's draw about which they decide,
 * unless something is asked of whoever is here. Of cards that all lie face down there is only a note, which passes, as does a word without a card.
 */

import type { Changed, Moment, Scene } from "../protocol";
import { settings } from "./settings.svelte";
import { buzz, play } from "./sounds";

interface Waiting {
  moments: Moment[];
  apply: () => void;
  /** Whether the game is over with it: that is told when the last cards or dice have been seen. */
  ends: boolean;
  /** Whether something is asked about the last card: nobody reads it before that lies open. */
  asks: boolean;
}

/** Milliseconds of each beat: before the first card turns, a card's turn, the pause before the next, and the rest. */
const BETWEEN = 550;
const FULL = { lift: 420, turn: 300, next: 160, rest: 1600 };
const NOTE = { lift: 0, turn: 0, next: 0, rest: FULL.rest };
const BRIEF = { lift: 160, turn: 160, next: 90, rest: 650 };
/** What a friend draws turns as quickly, and can be read. */
const FRIEND = { ...BRIEF, rest: FULL.rest };
const GRAVE = { ...FULL, lift: 620, rest: 2200 };
/** Many cards that one action turns, until the last two: nobody waits long for what they lead to. */
const ROW = { lift: 80, turn: 140, next: 60, rest: 160 };

class Show {
  moment = $state.raw<Moment | null>(null);
  /** How many of its cards lie open, and whether the verdict stands. */
  open = $state(0);
  said = $state(false);
  /** Whether what follows from it is on the page. */
  settled = $state(false);
  /** The table before the cards lay open. */
  before = $state.raw<Scene | null>(null);
  /** Whether it is shown large, with all its time. */
  full = $state(false);
  /** The moment that was shown last, to be looked at again. */
  last = $state.raw<Moment | null>(null);

  #waiting: Waiting[] = [];
  #now: Waiting | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #told = 0;
  #done: (() => void)[] = [];
  #isMine: (who: string) => boolean = () => false;
  #isAsked: (moment: Moment) => boolean = () => false;
  #isFriend: (who: string) => boolean = () => false;
  #look: () => Scene | null = () => null;

  /** Who is at this browser, whether something is asked of them that belongs to a moment, who plays with them, and how the table stands. */
  for(isMine: (who: string) => boolean, isAsked: (moment: Moment) => boolean, isFriend: (who: string) => boolean, look: () => Scene | null): void {
    this.#look = look;
    this.#isMine = isMine;
    this.#isAsked = isAsked;
    this.#isFriend = isFriend;
  }

  /** Whether what is shown waits for a choice that belongs to it. */
  held = $state(false);

  /** A change of the table: at once when it brings nothing to look at and nothing is being shown. */
  receive(changed: Changed, apply: () => void): void {
    const moments = this.#fresh(changed);
    const ends = changed.scene?.over ?? false;
    const asks = Boolean(changed.scene?.question && changed.scene.telling?.at(-1)?.moment);
    this.#waiting.push({ moments, apply, ends, asks });
    if (this.#now && moments.length > 0) this.#finish();
    const isLookedAt = ends && moments.length === 0 && this.moment !== null && !this.held;
    if (!this.#now && !isLookedAt) this.#go();
  }

  /** Everything that waits is on the page now. */
  flush(): void {
    this.#finish();
    const left = this.#waiting.splice(0);
    for (const one of left) one.apply();
    this.last = left.flatMap((one) => one.moments).at(-1) ?? this.last;
    this.#close();
  }

  /** Jump to the end, past what the same action shows before it; a second tap puts it away. */
  skip(): void {
    const left = this.#now?.moments.splice(0) ?? [];
    const last = left.findLast((one) => one.verdict) ?? left.at(-1);
    if (last) this.moment = last;
    else if (this.said) {
      this.#close();
      return;
    }
    this.#settle();
  }

  /** When everything that is being shown has been seen. */
  whenDone(): Promise<void> {
    if (!this.moment && !this.#now && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((done) => this.#done.push(done));
  }

  /** Show a moment again that is on the page already. */
  again(moment: Moment): void {
    this.flush();
    this.#now = { moments: [moment], apply: () => undefined, ends: false, asks: false };
    this.#begin(moment, true);
  }

  /** Forget all of it: another table. */
  clear(): void {
    this.#stop();
    this.#waiting = [];
    this.#now = null;
    this.#told = 0;
    this.moment = this.last = null;
    for (const done of this.#done.splice(0)) done();
  }

  /** The moments of a change that were not shown while its action was under way. */
  #fresh({ story, scene }: Changed): Moment[] {
    const told = (story ?? []).filter((line) => line.kind === "play" && !line.undone);
    const done = told.flatMap((line) => line.moment ?? []).slice(this.#told);
    if (told.length > 0) this.#told = 0;
    if (!scene?.telling) return done;
    const telling = scene.telling.flatMap((line) => line.moment ?? []);
    const under = telling.slice(this.#told);
    this.#told = telling.length;
    return [...done, ...under];
  }

  #go(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    const moment = next.moments.shift();
    if (moment) {
      this.#now = next;
      this.#begin(moment, this.#isMine(moment.who));
      return;
    }
    next.apply(); // what is shown stays for as long as it would have
    if (this.held && !(this.moment && this.full && this.#isAsked(this.moment))) this.#close();
    else this.#go();
  }

  #begin(moment: Moment, mine: boolean): void {
    this.#stop();
    const again = sameCards(this.moment, moment) || sameCards(this.last, moment);
    const grave = moment.tone === "great" || moment.tone === "dire";
    const row = (this.#now?.moments.length ?? 0) > 1;
    const beats = isFaceDown(moment) || !moment.turned?.length ? NOTE : row ? ROW : grave ? GRAVE : mine ? FULL : this.#isFriend(moment.who) ? FRIEND : BRIEF;
    const count = isFaceDown(moment) ? 0 : (moment.turned?.length ?? 0);
    this.moment = moment;
    this.full = (mine || grave) && !row && !isFaceDown(moment);
    this.said = this.settled = this.held = false;
    this.open = again ? count : 0;
    if (mine) buzz();
    if (!settings.moving || again || isFaceDown(moment)) {
      this.#settle(beats.rest);
      return;
    }
    play("slide");
    const turning = settings.motion === "brief" && !row ? BRIEF : beats;
    for (let n = 0; n < count; n += 1) {
      this.#after(turning.lift + n * (turning.turn + turning.next), () => {
        this.open = n + 1;
        play("flip");
      });
    }
    const lies = turning.lift + count * turning.turn + Math.max(0, count - 1) * turning.next;
    this.#after(lies, () => this.#settle(turning.rest));
  }

  /** The cards lie open: the verdict stands, and what follows is on the page. */
  #settle(rest = FULL.rest): void {
    this.#stop();
    const moment = this.moment;
    if (!moment) return;
    this.open = moment.turned?.length ?? 0;
    this.said = true;
    this.last = moment;
    const tone = moment.tone;
    if (tone) play(tone === "great" ? "great" : tone === "good" || tone === "mixed" ? "good" : "bad");
    const now = this.#now;
    const left = now?.moments ?? [];
    if (now && !now.ends && (left.length === 0 || (!now.asks && moment.verdict && !left.some((one) => one.verdict)))) {
      this.before = this.#look();
      now.apply();
      now.apply = () => undefined;
      this.settled = true;
      if (left.length === 0) this.#now = null;
    }
    this.held = this.settled && left.length === 0 && (this.#decides(moment) || (this.full && this.#isAsked(moment)));
    if (!this.held) this.#after(left.length > 0 && !this.settled ? Math.min(rest, BETWEEN) : rest, () => this.#close());
    else this.#go(); // nothing waits behind a choice
  }

  /** Whether a friend's cards lie open, and what they come to is still the friend's to say; one's own question comes first. */
  #decides(moment: Moment): boolean {
    return !moment.verdict && !isFaceDown(moment) && !this.#look()?.question && !this.#isMine(moment.who) && this.#isFriend(moment.who);
  }

  /** Bring what is being shown to its end at once. */
  #finish(): void {
    const now = this.#now;
    this.#now = null;
    if (!now) return;
    this.#stop();
    this.last = now.moments.at(-1) ?? this.moment ?? this.last;
    now.apply();
    this.#go();
  }

  #close(): void {
    this.#stop();
    this.held = false;
    const next = this.#now?.moments.shift();
    if (next) {
      this.#begin(next, this.#isMine(next.who));
      return;
    }
    if (this.#now) this.#finish();
    this.moment = null;
    this.#go();
    if (!this.#now && this.#waiting.length === 0) for (const done of this.#done.splice(0)) done();
  }

  #after(delay: number, then: () => void): void {
    this.#timers.push(setTimeout(then, delay));
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}

/** Whether a moment goes on with cards that lie open already: somebody has chosen, and now the verdict stands. */
function sameCards(one: Moment | null, other: Moment): boolean {
  const cards = (moment: Moment) => (moment.turned ?? []).map((turned) => turned.card ?? "").join(" ");
  return one !== null && one.verdict === undefined && one.who === other.who && cards(one) === cards(other);
}

/** Whether there is nothing in a moment that whoever is here could read. */
export function isFaceDown({ turned = [], verdict, gadget }: Moment): boolean {
  return turned.length > 0 && !verdict && !gadget && !turned.some((one) => one.card || one.reads);
}

export const show = new Show();
