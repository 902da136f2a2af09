/**
 * Proving a record fair without trusting the server: every chance answer is reckoned again from the
 * opened secret, as the engine's `chance` module describes it.
 */

import { hashing, type Bytes, type Hashing } from "./hashing";

export interface Verdict {
  fair: boolean;
  sentence: string;
  draws: number;
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

const SPAN = 1n << 256n;
const utf8 = new TextEncoder();

/** Check a whole record (JSON Lines) against the secret on its last line and the seal that was shown. */
export async function verify(record: string, shown: string): Promise<Verdict> {
  const unfair = (sentence: string): Verdict => ({ fair: false, sentence, draws: 0 });
  let lines: Line[];
  try {
    lines = record
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Line);
  } catch {
    return unfair("The record cannot be read.");
  }
  const [header, ...entries] = lines;
  if (header?.is !== "record") return unfair("This is not a fatedeck record.");
  const opened = entries.filter((entry) => entry.is === "opened");
  if (opened.length === 0) return unfair("The secret is still sealed; it opens when the table ends.");
  if (opened.length > 1 || entries.at(-1)?.is !== "opened") return unfair("Something was added after the secret was opened.");
  const secret = fromHex(String(opened[0]?.["secret"]));
  if (secret === null) return unfair("The opened secret is not hexadecimal.");
  if (shown && header["seal"] !== shown) return unfair("The record names another fingerprint than the one you were shown.");
  const hashes = await hashing(secret);
  if (!header["seal"] || toHex(await hashes.sha256(secret)) !== header["seal"]) {
    return unfair("The opened secret is not the one that was committed to.");
  }
  return follow(entries, hashes);
}

/** Walk through the record as it was played, reckoning each draw at its place. */
async function follow(entries: Line[], hashes: Hashing): Promise<Verdict> {
  const salts: Salt[] = [];
  let n = 0;
  let place = 0;
  let draws = 0;
  for (const [at, entry] of entries.entries()) {
    if (entry.is === "did") {
      n = Number(entry["n"]);
      place = 0;
    } else if (entry.is === "salted") {
      salts.push({ seat: String(entry["seat"]), words: String(entry["words"]), since: Number(entry["since"]) });
    } else if (entry.is === "answered" && entry["part"] !== true) {
      if (typeof entry["at"] === "number") {
        const index = await sealedIndex(hashes, await salted(hashes, salts, n), n, place, Number(entry["of"]));
        const copy = index - entry["at"];
        if (copy < 0 || copy >= Number(entry["copies"] ?? 1)) {
          return { fair: false, sentence: `Line ${at + 2} of the record was not drawn by the sealed stream.`, draws };
        }
        draws += 1;
      }
      place += 1;
    }
  }
  return { fair: true, sentence: `All ${draws} draws come from the sealed stream, in order.`, draws };
}

async function sealedIndex(hashes: Hashing, salts: string, n: number, k: number, size: number): Promise<number> {
  const limit = SPAN - (SPAN % BigInt(size));
  for (let t = 0; ; t += 1) {
    const message = utf8.encode(`fatedeck 1\n${salts}\n${n}\n${k}\n${t}`);
    const number = BigInt(`0x${toHex(await hashes.hmac(message))}`);
    if (number < limit) return Number(number % BigInt(size));
  }
}

async function salted(hashes: Hashing, salts: Salt[], n: number): Promise<string> {
  const text = salts
    .filter((salt) => salt.since <= n)
    .map((salt) => `${salt.seat}\n${salt.words}\n`)
    .join("");
  return toHex(await hashes.sha256(utf8.encode(text)));
}

function fromHex(text: string): Bytes | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
