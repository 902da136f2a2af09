/**
 * Proving a record without trusting the server: its chain, the heads that this browser kept, and
 * every draw are reckoned again from the opened secret, as the engine's `chain` and `chance` modules
 * describe them. What takes the rules of a game, `fatedeck verify` does.
 */

import { hashing, type Bytes, type Hashing } from "./hashing";

export interface Verdict {
  fair: boolean;
  sentence: string;
  draws: number;
}

/** A head of the chain: it binds everything in the record up to step `v`. */
export interface Head {
  v: number;
  hash: string;
}

interface Line {
  is: string;
  [field: string]: unknown;
}

interface Salt {
  seat: string;
  words: string;
  since: number;
}

/** Why a record is not what it says. */
class Unproved extends Error {}

const SPAN = 1n << 256n;
const CHAINED = " chained";
const SHA256 = /^[0-9a-f]{64}$/;
const utf8 = new TextEncoder();

/** Check a whole record (JSON Lines) against its secret, the seal that was shown, and the heads that were kept. */
export async function verify(record: string, shown: string, kept: readonly Head[]): Promise<Verdict> {
  try {
    return await prove(record, shown, kept);
  } catch (fault) {
    if (!(fault instanceof Unproved)) throw fault;
    return { fair: false, sentence: fault.message, draws: 0 };
  }
}

async function prove(record: string, shown: string, kept: readonly Head[]): Promise<Verdict> {
  const texts = linesOf(record);
  const [header, ...entries] = texts.map(parsed);
  if (header?.is !== "record" || header["format"] !== 1) throw new Unproved("This is not a fatedeck record.");
  const told = entries.filter((entry) => entry.is !== "head");
  const opened = told.filter((entry) => entry.is === "opened");
  if (opened.length === 0) throw new Unproved("The secret is still sealed; it opens when the table ends.");
  if (opened.length > 1 || told.at(-1)?.is !== "opened") throw new Unproved("Something was added after the secret was opened.");
  const secret = fromHex(opened[0]?.["secret"]);
  if (secret === null) throw new Unproved("The opened secret is not hexadecimal.");
  if (shown && header["seal"] !== shown) throw new Unproved("The record’s fingerprint isn’t the one you were shown.");
  const hashes = await hashing(secret);
  if (!header["seal"] || toHex(await hashes.sha256(secret)) !== header["seal"]) {
    throw new Unproved("The opened secret isn’t the one that was sealed.");
  }
  const heads = await followChain(texts, entries, hashes);
  if (isChained(secret) && !(heads[0] && (heads[0].v === 1 || entries[0]?.is === "forked"))) {
    throw new Unproved("This record’s chain has been removed.");
  }
  compare(heads, kept);
  const draws = await new Course(header, hashes).follow(told);
  const proved = `All ${draws} draws come from the sealed stream, in order.`;
  return { fair: true, sentence: [proved, ...unproved(told, heads, kept)].join(" "), draws };
}

/** A newline ends a line of a record, and nothing else does. */
function linesOf(record: string): string[] {
  const lines = record.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function parsed(text: string, place: number): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (isObject(line) && typeof line["is"] === "string") return line as Line;
  } catch {
    // It is told below, like a line of another kind.
  }
  throw new Unproved(`Line ${place + 1} of the record can’t be read.`);
}

/** The heads of the chain, each reckoned again from everything before it. */
async function followChain(texts: readonly string[], entries: readonly Line[], hashes: Hashing): Promise<Head[]> {
  const heads: Head[] = [];
  let before: Uint8Array = new Uint8Array(0);
  let since = 0;
  for (const [at, entry] of entries.entries()) {
    if (entry.is !== "head") continue;
    const v = Number(entry["v"]);
    const last = heads.at(-1);
    if (last && v !== last.v + 1) throw new Unproved(`Step ${last.v} is followed by step ${v}.`);
    const step = utf8.encode(texts.slice(since, at + 1).map((line) => `${line}\n`).join(""));
    const nonce = await hashes.hmac(utf8.encode(`fatedeck chain 1\n${v}`));
    before = await hashes.sha256(joined(before, nonce, step));
    since = at + 2;
    const hash = toHex(before);
    if (texts[at + 1] !== `{"is":"head","v":${v},"hash":"${hash}"}`) {
      throw new Unproved(`Something was changed before the end of step ${v}.`);
    }
    heads.push({ v, hash });
  }
  const last = heads.at(-1);
  if (last && since < texts.length) throw new Unproved(`Something was added after step ${last.v}.`);
  return heads;
}

/** Each head that was kept is one of the record's. */
function compare(heads: readonly Head[], kept: readonly Head[]): void {
  const found = new Map(heads.map((head) => [head.v, head.hash]));
  for (const { v, hash } of kept.toSorted((a, b) => a.v - b.v)) {
    if (!found.has(v)) throw new Unproved(`A head was kept for step ${v}, but this record has no such step.`);
    if (found.get(v) !== hash) throw new Unproved(`Up to step ${v} this is not the record whose head was kept.`);
  }
}

/** How far the proof reaches. */
function unproved(told: readonly Line[], heads: readonly Head[], kept: readonly Head[]): string[] {
  const notes: string[] = [];
  const last = heads.at(-1);
  if (told[0]?.is === "forked") notes.push(`Everything before point ${String(told[0]["n"])} was played elsewhere and isn’t proved.`);
  if (!last) notes.push("It has no chain, so nobody can tell whether its end was cut off or its words changed.");
  else if (kept.length === 0) notes.push("No head was kept to compare it with, so nobody can tell whether its end was cut off.");
  else notes.push(`Up to step ${Math.max(...kept.map((head) => head.v))} of ${last.v} it is the record whose heads were kept.`);
  notes.push("This page doesn’t know the rules; to check those too, run fatedeck verify.");
  return notes;
}

/** The course of a game, as far as it can be followed without its rules. */
class Course {
  #seats: Set<unknown>;
  #masters: Set<unknown>;
  #hashes: Hashing;
  #salts: Salt[] = [];
  #inForce = new Map<number, string>();
  #n = 0;
  #first = 1;
  #furthest = 0;
  #underWay = false;
  #place = 0;
  #parts = new Map<string, unknown>();
  #draws = 0;

  constructor(header: Line, hashes: Hashing) {
    const seats = Array.isArray(header["seats"]) ? (header["seats"] as unknown[]).filter(isObject) : [];
    this.#seats = new Set(seats.map((seat) => seat["name"]));
    this.#masters = new Set(seats.filter((seat) => seat["role"] === "gm").map((seat) => seat["name"]));
    this.#hashes = hashes;
  }

  /** Walk through the record as it was played; each draw is reckoned at its place. */
  async follow(told: readonly Line[]): Promise<number> {
    for (const [at, entry] of told.entries()) {
      if (!(await this.#follows(entry, at === 0))) throw new Unproved(`${readable(entry)} does not follow from what was done.`);
    }
    return this.#draws;
  }

  async #follows(entry: Line, isFirst: boolean): Promise<boolean> {
    switch (entry.is) {
      case "did":
        return this.#did(entry, isFirst);
      case "answered":
        return this.#underWay && (entry["at"] == null ? this.#answered(entry) : await this.#drawn(entry));
      case "quiet":
        if (!this.#underWay || this.#parts.size > 0 || entry["n"] !== this.#n + 1 || !isHash(entry["hash"])) return false;
        this.#n += 1;
        this.#furthest = Math.max(this.#furthest, this.#n);
        this.#underWay = false;
        return true;
      case "forked":
        if (!isFirst || !isCount(entry["n"]) || !isHash(entry["hash"])) return false;
        this.#n = this.#first = this.#furthest = entry["n"];
        return true;
      case "undid":
        if (!isCount(entry["to"]) || entry["to"] < this.#first || entry["to"] > this.#n - (this.#underWay ? 0 : 1)) return false;
        this.#n = entry["to"];
        return this.#callOff();
      case "cancelled":
        return this.#underWay && this.#callOff();
      case "salted":
        return this.#salted(entry);
      case "opened":
        return !isFirst;
      default:
        return false;
    }
  }

  #did(entry: Line, isFirst: boolean): boolean {
    const action = entry["action"];
    if (isObject(action) && action["do"] === "sit-down") return this.#satDown(entry);
    if (this.#underWay || entry["n"] !== this.#n || !this.#seats.has(entry["seat"]) || !isObject(action)) return false;
    if ((action["do"] === "set-up") !== isFirst) return false;
    this.#underWay = true;
    this.#place = 0;
    return true;
  }

  /** Somebody came when the game was on: nobody goes back behind that. */
  #satDown(entry: Line): boolean {
    if (this.#underWay || entry["n"] !== this.#n || typeof entry["seat"] !== "string" || this.#seats.has(entry["seat"])) return false;
    this.#seats.add(entry["seat"]);
    this.#first = this.#n + 1;
    this.#underWay = true;
    this.#place = 0;
    return true;
  }

  /** A seat's answer, or its part of an answer that several seats give together. */
  #answered(entry: Line): boolean {
    const { seat, answer } = entry;
    if (typeof seat !== "string" || !this.#seats.has(seat) || answer == null) return false;
    if (entry["by"] && !this.#masters.has(entry["by"])) return false;
    if (entry["part"] === true) {
      if (this.#parts.has(seat)) return false;
      this.#parts.set(seat, answer);
      return true;
    }
    const given = isObject(answer) ? Object.entries(answer) : [];
    const together = given.every(([name, value]) => JSON.stringify(this.#parts.get(name)) === JSON.stringify(value));
    if (!together || given.length !== this.#parts.size || isObject(answer) !== this.#parts.size > 0) return false;
    this.#parts.clear();
    this.#place += 1;
    return true;
  }

  /** A card or a die: what the sealed stream gives at this place, and nothing else. */
  async #drawn(entry: Line): Promise<boolean> {
    const { key, answer, at, of } = entry;
    const copies = entry["copies"] ?? 1;
    if (!isCount(at) || !isCount(of) || !isCount(copies) || copies < 1 || at + copies > of) return false;
    const isRoll = key === `roll ${of}`;
    if (entry["seat"] || this.#parts.size > 0 || !(isRoll ? answer === at + 1 : key === `draw ${of}` && typeof answer === "string")) return false;
    const index = await sealedIndex(this.#hashes, await this.#saltsInForce(), this.#n, this.#place, of);
    if (index < at || index >= at + copies) throw new Unproved(`${readable(entry)} was not drawn by the sealed stream.`);
    this.#place += 1;
    this.#draws += 1;
    return true;
  }

  #salted(entry: Line): boolean {
    const { seat, words, since } = entry;
    if (typeof seat !== "string" || typeof words !== "string" || !this.#seats.has(seat)) return false;
    if (words.includes("\n") || since !== this.#furthest + 1) return false;
    this.#salts.push({ seat, words, since: this.#furthest + 1 });
    this.#inForce.clear();
    return true;
  }

  #callOff(): boolean {
    this.#underWay = false;
    this.#parts.clear();
    return true;
  }

  async #saltsInForce(): Promise<string> {
    const known = this.#inForce.get(this.#n);
    if (known !== undefined) return known;
    const text = this.#salts
      .filter((salt) => salt.since <= this.#n)
      .map((salt) => `${salt.seat}\n${salt.words}\n`)
      .join("");
    const digest = toHex(await this.#hashes.sha256(utf8.encode(text)));
    this.#inForce.set(this.#n, digest);
    return digest;
  }
}

async function sealedIndex(hashes: Hashing, salts: string, n: number, k: number, size: number): Promise<number> {
  const limit = SPAN - (SPAN % BigInt(size));
  for (let t = 0; ; t += 1) {
    const message = utf8.encode(`fatedeck 1\n${salts}\n${n}\n${k}\n${t}`);
    const number = BigInt(`0x${toHex(await hashes.hmac(message))}`);
    if (number < limit) return Number(number % BigInt(size));
  }
}

/** The secret of a new table ends so: its record has a chain from the beginning, which nobody can take away. */
function isChained(secret: Bytes): boolean {
  return secret.length === 32 + CHAINED.length && new TextDecoder().decode(secret.subarray(32)) === CHAINED;
}

function readable(entry: Line): string {
  if (entry.is === "did") return `“${String(entry["seat"])} does ${isObject(entry["action"]) ? String(entry["action"]["do"]) : ""}”`;
  if (entry.is === "answered") return `“${typeof entry["answer"] === "string" ? entry["answer"] : JSON.stringify(entry["answer"])}” to “${String(entry["key"])}”`;
  if (entry.is === "quiet" || entry.is === "forked") return `Quiet point ${String(entry["n"])}`;
  if (entry.is === "salted") return `A salt of ${String(entry["seat"])}`;
  return `A line “${entry.is}”`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isHash(value: unknown): boolean {
  return typeof value === "string" && SHA256.test(value);
}

function joined(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromHex(text: unknown): Bytes | null {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
