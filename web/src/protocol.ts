// Made by `python -m fatedeck.table.schema`. Change the Python types instead.

export const PROTOCOL = 1;

export type Incoming =
  | Hello
  | Ping
  | Do
  | Answer
  | Cancel
  | TakeBack
  | Rewind
  | AddSalt
  | End
  | Say
  | Pause
  | Resume
  | Rename
  | AddSeat
  | RemoveSeat
  | Start
  | HandOver
  | NewLink
  | Revoke
  | Lock
  | ShowOdds;

export type Outgoing = Welcome | Changed | Done | Refusal | Bye | Pong;

/** Add words of one's own to the sealed stream. */
export interface AddSalt {
  is: "add-salt";
  id: string;
  words: string;
}

/** Add a seat before the start; answered with its link. */
export interface AddSeat {
  is: "add-seat";
  id: string;
  name: string;
  role?: "gm" | "player";
}

/** Answer the open question; the game master may answer for another `seat`. */
export interface Answer {
  is: "answer";
  id: string;
  v: number;
  answer: string | number | string[] | Record<string, string | number | string[]>;
  seat?: string;
}

/** The server closes the line; `again` says whether to come back by oneself. */
export interface Bye {
  is: "bye";
  sentence: string;
  again: boolean;
}

/** Call off the action in flight: the game master's. */
export interface Cancel {
  is: "cancel";
  id: string;
  v: number;
}

/** The chance of one outcome: exactly, and as a decimal number for drawing. */
export interface Chance {
  outcome: string;
  exactly: string;
  chance: number;
}

/** What is different since the last message. `struck`: earlier lines of play with `n` from here on are undone. */
export interface Changed {
  is: "changed";
  v: number;
  table?: TableInfo;
  scene?: ScenePatch;
  story?: StoryLine[];
  struck?: number;
}

/** A decision: one of these options, by one seat. */
export interface Choose {
  type: "choose";
  seat: string;
  prompt: string;
  options: string[];
  notes?: Record<string, string>;
  clauses?: string[];
  secret?: boolean;
}

/** One testable rule, and the heading it stands under. */
export interface Clause {
  id: string;
  text: string;
  section: string;
}

/** Something that holds for a character, and what it means. */
export interface Condition {
  name: string;
  text?: string;
  clauses?: string[];
}

/** A parameter: a whole number from `low` to `high`. */
export interface Count {
  type: "count";
  name: string;
  label: string;
  low: number;
  high: number;
}

/** A number on a sheet. With a `path` the game master may set it. */
export interface Counter {
  label: string;
  value: number;
  most?: number | null;
  path?: string;
  note?: string;
  clauses?: string[];
}

/** Begin an action that was offered at version `v`, or decree one (`fiat.set` and its like). */
export interface Do {
  is: "do";
  id: string;
  v: number;
  action: Record<string, string | number | boolean | string[] | Record<string, number>>;
}

/** The command with this id is on disk. `link` when it made one. */
export interface Done {
  is: "done";
  id: string;
  v: number;
  link?: Link | null;
}

/** End the table and open its secret: any seat once the game is over, else who runs it. */
export interface End {
  is: "end";
  id: string;
}

/** A line of a sheet in words: equipment, a power, a move. */
export interface Entry {
  title: string;
  text?: string;
  group?: string;
  clauses?: string[];
}

/** How a card looks and reads. `kind` picks the drawing; `facts` are what that drawing shows. */
export interface Face {
  title: string;
  kind?: string;
  text?: string;
  facts?: Record<string, string | number | boolean | (string | number)[] | null>;
  clauses?: string[];
}

/** How each card of a game looks and reads. */
export interface FaceCatalogue {
  game: string;
  version: string;
  faces: Record<string, Face>;
}

/** The commitment to the secret, the salts so far, and the secret once it is opened. */
export interface Fairness {
  seal: string;
  salts: Salt[];
  secret: string;
}

/** A new table from step `v` of this one, with a secret of its own. */
export interface Fork {
  v: number;
  name: string;
}

/** A drawing of its own, such as the circle of ranks or a grid; `kind` says which. */
export interface Gadget {
  kind: string;
  title: string;
  data?: Record<string, unknown>;
  text?: string;
}

/** A game as the start page shows it. `machines` are the ways in which the machine plays it. */
export interface GameInfo {
  id: string;
  title: string;
  version: string;
  summary: string;
  learn: string;
  attribution: string;
  licence: string;
  seating: Seating;
  options: OptionInfo[];
  machines: string[];
}

/** Every installed game. */
export interface GameList {
  protocol: number;
  games: GameInfo[];
}

/** Hand a seat to the machine (`to` names how it plays), or back to its person (empty). */
export interface HandOver {
  is: "hand-over";
  id: string;
  place: number;
  to: string;
}

/** Whether the server can read and write. */
export interface Health {
  ok: boolean;
  version: string;
}

/** The first message on the live line: which table, and the secret of one's link. */
export interface Hello {
  is: "hello";
  protocol: number;
  table: string;
  token: string;
}

/** A changed list: it has `n` items now, and those `at` these positions are new or different. */
export interface ItemsGadget {
  n: number;
  at: Record<string, Gadget>;
}

/** A changed list: it has `n` items now, and those `at` these positions are new or different. */
export interface ItemsOffer {
  n: number;
  at: Record<string, Offer>;
}

/** A changed list: it has `n` items now, and those `at` these positions are new or different. */
export interface ItemsQuietPoint {
  n: number;
  at: Record<string, QuietPoint>;
}

/** A changed list: it has `n` items now, and those `at` these positions are new or different. */
export interface ItemsSheet {
  n: number;
  at: Record<string, Sheet>;
}

/** A changed list: it has `n` items now, and those `at` these positions are new or different. */
export interface ItemsZone {
  n: number;
  at: Record<string, Zone>;
}

/** A secret link: the page puts `fragment` behind the # of its own address. */
export interface Link {
  place: number;
  name: string;
  role: "gm" | "host" | "player" | "spectator";
  token: string;
  fragment: string;
}

/** A table that was made just now, and its secret links; they are told only this once. */
export interface Links {
  table: string;
  host: Link;
  seats: Link[];
  spectator: Link;
}

/** Lock the table: no spectators, and nobody on a seat that was never taken. Or unlock it. */
export interface Lock {
  is: "lock";
  id: string;
  locked: boolean;
}

/** A parameter: from `least` to `most` of these names. */
export interface Many {
  type: "many";
  name: string;
  label: string;
  options: string[];
  least: number;
  most: number;
  notes?: Record<string, string>;
}

/** Make a seat's link anew, or the spectators' (-1): the old one is worth nothing from now. */
export interface NewLink {
  is: "new-link";
  id: string;
  place: number;
}

/** A seat to be: its name, who sits there, and how the machine plays it, if it does. */
export interface NewSeat {
  name: string;
  role?: "gm" | "player";
  machine?: string;
}

/** A table to be. With `start` the game begins at once. */
export interface NewTable {
  game: string;
  name: string;
  seats: NewSeat[];
  options?: Record<string, unknown>;
  start?: boolean;
}

/** A decision: a whole number from `low` to `high`, by one seat. */
export interface Number {
  type: "number";
  seat: string;
  prompt: string;
  low: number;
  high: number;
  clauses?: string[];
  secret?: boolean;
}

/** The odds of a prospect as data. `success` is the chance of what a player calls one. */
export interface Odds {
  title: string;
  cards: number;
  chances: Chance[];
  success?: Chance | null;
  clauses?: string[];
  do?: string;
}

/** The odds of what a seat could do at version `v`, from what it knows. */
export interface OddsNow {
  v: number;
  odds: Odds[];
}

/** Something a seat may do, or may not do yet. `do` is the tag of an action of the game, `fixed` holds parameters that this offer has already settled, `params` the ones still open. `label` says what it does in the game's own words. */
export interface Offer {
  do: string;
  label: string;
  group?: string;
  params?: (One | Many | Count | Words)[];
  fixed?: Record<string, string | number | boolean | string[] | Record<string, number>>;
  clauses?: string[];
  note?: string;
  why_not?: string;
}

/** A parameter: one of these names. */
export interface One {
  type: "one";
  name: string;
  label: string;
  options: string[];
  notes?: Record<string, string>;
}

/** An option of a game: its name, its JSON Schema and its default. */
export interface OptionInfo {
  name: string;
  form: Record<string, unknown>;
  default: unknown;
}

/** Tap the safety card: the scene pauses, and nobody is told who tapped it. */
export interface Pause {
  is: "pause";
  id: string;
}

/** Is the line still up? Answered by `pong`. */
export interface Ping {
  is: "ping";
}

/** The line is up. */
export interface Pong {
  is: "pong";
}

/** Why a request was refused, in a sentence for a player. */
export interface Problem {
  sentence: string;
  clause?: string;
}

/** What a QR code is to say: an address of this page. */
export interface QrText {
  text: string;
}

/** A point to rewind to: the state before `seat` did `do`. */
export interface QuietPoint {
  n: number;
  seat: string;
  do: string;
  at: number;
}

/** A line of the story as one seat reads it. */
export interface Read {
  n: number;
  text: string;
  clauses?: string[];
  fiat?: boolean;
  undone?: boolean;
}

/** No, and why, in a sentence for a player. A stale command comes with everything `now`. */
export interface Refusal {
  is: "refused";
  id: string;
  why: "forbidden" | "limit" | "paused" | "rules" | "stale" | "unreadable";
  sentence: string;
  clause?: string;
  now?: Welcome | null;
}

/** Take a seat away before the start. */
export interface RemoveSeat {
  is: "remove-seat";
  id: string;
  place: number;
}

/** Name a seat before the start: one's own, or any by who runs the table. */
export interface Rename {
  is: "rename";
  id: string;
  place: number;
  name: string;
}

/** Go on with a paused scene: who runs the table; any seat where there is no game master. */
export interface Resume {
  is: "resume";
  id: string;
}

/** Take a seat's link away, or the spectators' (-1). */
export interface Revoke {
  is: "revoke";
  id: string;
  place: number;
}

/** Go back to quiet point `to`: the game master's, or the host's where there is none. */
export interface Rewind {
  is: "rewind";
  id: string;
  v: number;
  to: number;
}

/** The clauses of a game, in our words, in the order of the text. */
export interface RulesText {
  game: string;
  version: string;
  clauses: Clause[];
}

/** Words of a seat's own choosing. They count from quiet point `since` on. */
export interface Salt {
  seat: string;
  words: string;
  since: number;
}

/** Talk. A whisper names the seats it is for; a note is the game master's own. */
export interface Say {
  is: "say";
  id: string;
  kind: "chat" | "narration" | "note" | "whisper";
  text: string;
  to?: string[];
}

/** All that one seat is shown of the game now. `telling` is the story of the action in flight. `question` is this seat's own to answer, `overheard` are questions to others that it may read. `rewinds` are the latest quiet points in no order, for who may rewind. */
export interface Scene {
  n: number;
  banner: string;
  turn: string[];
  zones: Zone[];
  sheets: Sheet[];
  gadgets: Gadget[];
  offers: Offer[];
  waiting_for: string[];
  question: Choose | Several | Number | Text | null;
  overheard: (Choose | Several | Number | Text)[];
  telling: Read[];
  over: boolean;
  can_take_back: boolean;
  rewinds: QuietPoint[];
}

/** The table as one was, or would have been, shown it after step `v`. */
export interface SceneAt {
  v: number;
  scene: Scene;
}

/** What is different in the scene. A field that is absent is as it was. */
export interface ScenePatch {
  n?: number;
  banner?: string;
  turn?: string[];
  zones?: ItemsZone;
  sheets?: ItemsSheet;
  gadgets?: ItemsGadget;
  offers?: ItemsOffer;
  waiting_for?: string[];
  question?: Choose | Several | Number | Text | null;
  overheard?: (Choose | Several | Number | Text)[];
  telling?: Read[];
  over?: boolean;
  can_take_back?: boolean;
  rewinds?: ItemsQuietPoint;
}

/** A chair as everyone sees it. `machine` names how the machine plays it, if it does. */
export interface SeatInfo {
  place: number;
  name: string;
  role: "gm" | "player";
  here: boolean;
  taken: boolean;
  linked: boolean;
  machine: string;
}

/** Who sits at a table: whether there is a game master, and how many players. */
export interface Seating {
  game_master: boolean;
  fewest: number;
  most: number;
}

/** A decision: from `least` to `most` of these options, each at most once, by one seat. */
export interface Several {
  type: "several";
  seat: string;
  prompt: string;
  options: string[];
  least: number;
  most: number;
  notes?: Record<string, string>;
  clauses?: string[];
  secret?: boolean;
}

/** A character, a foe, or the table itself. `conditions_path` is the list the GM may change. */
export interface Sheet {
  id: string;
  title: string;
  owner?: string;
  about?: string;
  counters?: Counter[];
  conditions?: Condition[];
  entries?: Entry[];
  conditions_path?: string;
}

/** Whether seats may ask for the odds of what they could do: who runs the table decides. */
export interface ShowOdds {
  is: "show-odds";
  id: string;
  on: boolean;
}

/** A card that a seat sees: its name, and what lies on it just now. */
export interface Shown {
  name: string;
  note?: string;
}

/** Start the game with the seats as they are. */
export interface Start {
  is: "start";
  id: string;
}

/** A step of a table's past. `do` is told to the seat that did it and to who runs the table. */
export interface Step {
  v: number;
  n: number;
  seat: string;
  do: string;
  at: number;
  quiet: boolean;
  undone: boolean;
}

/** The past of a table, step by step. */
export interface Steps {
  table: TableInfo;
  steps: Step[];
}

/** Lines of the story as the reader may read them, the oldest first; `more` lie before them. */
export interface Story {
  lines: StoryLine[];
  more: boolean;
}

/** A line of the one story of talk and play. `at` is in milliseconds since 1970; lines told together share it, and no two tellings have the same. `v` is the version it was told at, `n` the quiet point that a line of play began at. */
export interface StoryLine {
  at: number;
  v: number;
  kind: "chat" | "event" | "narration" | "note" | "play" | "whisper";
  text: string;
  by?: string;
  to?: string[];
  n?: number;
  clauses?: string[];
  fiat?: boolean;
  undone?: boolean;
}

/** The table around the game. */
export interface TableInfo {
  id: string;
  game: string;
  rules: string;
  name: string;
  options: Record<string, unknown>;
  phase: "ended" | "lobby" | "playing";
  seats: SeatInfo[];
  spectators: number;
  locked: boolean;
  paused: boolean;
  odds_shown: boolean;
  fairness: Fairness;
  machines: string[];
  forked_from: string;
}

/** Take back one's own last action, while nobody has seen a card or acted since. */
export interface TakeBack {
  is: "take-back";
  id: string;
  v: number;
}

/** A decision in a seat's own words, at most `longest` characters. */
export interface Text {
  type: "text";
  seat: string;
  prompt: string;
  longest?: number;
  may_be_empty?: boolean;
  clauses?: string[];
  secret?: boolean;
}

/** Everything now: sent on joining, when the game starts, and with a stale refusal. `story` holds the latest lines; earlier ones are fetched over HTTP. Without a `scene` the game has not started. */
export interface Welcome {
  is: "welcome";
  protocol: number;
  you: You;
  table: TableInfo;
  v: number;
  scene: Scene | null;
  story: StoryLine[];
}

/** A parameter in free words. */
export interface Words {
  type: "words";
  name: string;
  label: string;
  longest?: number;
  may_be_empty?: boolean;
}

/** Who the holder of a link is: a seat, a spectator, or the host; and what they may do. */
export interface You {
  role: "gm" | "host" | "player" | "spectator";
  seat?: string;
  place?: number;
  runs_table?: boolean;
}

/** A place for cards. `cards` are those that are seen, the topmost first; `count` counts all. */
export interface Zone {
  id: string;
  title: string;
  count: number;
  cards?: Shown[];
  owner?: string;
  layout?: "hand" | "pile" | "row";
  path?: string;
}
