import type { AdventureInfo } from "../protocol";

/** Saying things as people say them. */

/** What the seat of whoever runs the game is called, until somebody calls it otherwise. */
export const MASTER = "Game master";

/** Heroes of the machine that come along, until a friend takes over. */
export const COMPANIONS = ["Bea", "Cato", "Dara"];

/** A seat inside a sentence. */
export function called(seat: string): string {
  return seat === MASTER ? "the game master" : seat;
}

/** Words at the beginning of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Ana", "Ana and Ben", "Ana, Ben and the game master". */
export function names(list: readonly string[]): string {
  const all = list.map(called);
  if (all.length < 2) return all[0] ?? "";
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** How many are to be chosen: "one", "2", "1 or 2", "up to 3", "from 1 to 3". */
export function between(low: number, high: number): string {
  if (low === high) return low === 1 ? "one" : String(low);
  if (low > 0 && high === low + 1) return `${low} or ${high}`;
  return low === 0 ? `up to ${high}` : `from ${low} to ${high}`;
}

/** A number, or the nearest to it from low to high. */
export function within(number: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, number));
}

/** Where a number begins that nobody has thought about yet: at nothing, or as near as the rules let it. */
export function nearestNothing(low: number, high: number): number {
  return within(0, low, high);
}

const SHORT = 70;

/** A sentence, or the beginning of a long one. */
export function beginning(text: string): string {
  const short = text.length > SHORT ? text.slice(0, text.lastIndexOf(" ", SHORT)) : text;
  return short === text ? text : `${short}…`;
}

/** A name in files as a person reads it: `stamina_mode` is "Stamina mode", `tale.wish` is "Wish". */
export function spoken(name: string): string {
  const text = name.replace(/^[a-z]+\.(?=[a-z])/, "").replaceAll(/[_-]/g, " ").replaceAll(/\bgm\b/gi, "GM");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What can be chosen, as a person reads it: `left_hand` is "Left hand", "very easy" is "Very easy"; names stay as they are. */
export function readable(option: string): string {
  return /^([a-z]{2,}[a-z ,']*|[a-z0-9]+([_-][a-z0-9]+)+( \d+)?)$/.test(option) ? spoken(option) : option;
}

/** The machine, and what people call the way it plays where it has several. */
export function machineName(how: string, levels: Record<string, string> = {}): string {
  const level = levels[how];
  return level ? `the machine (${level})` : "the machine";
}

export function players(fewest: number, most: number): string {
  if (fewest === most) return `${fewest} ${fewest === 1 ? "player" : "players"}`;
  return `${fewest} to ${most} players`;
}

/** For how many heroes an adventure is. */
export function heroes(fewest: number, most: number): string {
  if (fewest === most) return `${fewest} ${fewest === 1 ? "hero" : "heroes"}`;
  return `${fewest} to ${most} heroes`;
}

/** How long ago, roughly: a resume list needs no more. */
export function ago(then: number, now = Date.now()): string {
  const minutes = Math.round((now - then) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** A day and an hour, as this browser's people say them. */
export function when(at: number): string {
  return new Date(at).toLocaleString("en", { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
}

/** The same in short, without the hour: "Wed, Nov 25". */
export function day(at: number): string {
  return new Date(at).toLocaleString("en", { weekday: "short", day: "numeric", month: "short" });
}

/** The same hour of the week, as a field for a date takes it: the first that is still to come, to the half hour. */
export function aWeekAfter(at: number, now = Date.now()): string {
  const next = new Date(at);
  next.setMinutes(Math.round(next.getMinutes() / 30) * 30, 0, 0);
  do next.setDate(next.getDate() + 7);
  while (next.getTime() <= now);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}T${two(next.getHours())}:${two(next.getMinutes())}`;
}

/** How long, to the half hour: "1½ hours". */
export function hours(milliseconds: number): string {
  const halves = Math.round(milliseconds / 1_800_000);
  if (halves < 2) return halves === 0 ? "less than half an hour" : "half an hour";
  const whole = Math.floor(halves / 2);
  return halves === 2 ? "an hour" : `${whole}${halves % 2 ? "½" : ""} hours`;
}

/** How many parties come through an adventure on the whole, as the machine's own tries have shown. */
export function lives(counts: readonly number[] | undefined): string {
  return counts?.length ? hardness(counts.reduce((sum, one) => sum + one, 0) / counts.length, "parties") : "";
}

/** How many come through an adventure with so many heroes. */
export function livesWith(adventure: AdventureInfo, count: number): string {
  const share = adventure.lives?.[count - adventure.fewest];
  return share === undefined ? "" : hardness(share, count === 1 ? "lone heroes" : `parties of ${count}`);
}

function hardness(share: number, who: string): string {
  const hard = share >= 90 ? "gentle" : share >= 75 ? "fair" : share >= 60 ? "dangerous" : "deadly";
  return `${hard}: ${Math.round(share)} in 100 ${who} come through it`;
}

/** How long an adventure takes with so many heroes; where nobody has tried, what its cover says. */
export function takes(adventure: AdventureInfo, count: number): string {
  const minutes = adventure.takes?.[count - adventure.fewest];
  if (minutes !== undefined) return `about ${minutes} minutes`;
  return adventure.minutes && `${adventure.minutes} minutes`;
}

/** How long an adventure takes, from the fewest heroes to the most; where nobody has tried, what its cover says. */
export function takesAtATable(adventure: AdventureInfo): string {
  const [shortest, longest] = [Math.min(...(adventure.takes ?? [])), Math.max(...(adventure.takes ?? []))];
  if (adventure.takes?.length) return shortest === longest ? `, about ${shortest} minutes` : `, ${shortest} to ${longest} minutes`;
  return adventure.minutes ? `, ${adventure.minutes} minutes` : "";
}

/** A game master's Markdown as paragraphs to read: the words of its links, no marks, a line for each item of a list. */
export function asRead(text: string): string[] {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*+([^*]+)\*+/g, "$1")
    .split(/\n\s*\n|\n(?=\s*- )/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, " ").trim())
    .filter(Boolean);
}
