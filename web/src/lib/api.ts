/** Asking the server over HTTP. What it refuses is thrown as a sentence for a player. */

import type { DeckRead, Decks, Estimate, FaceCatalogue, FightersKnown, FightWanted, Fork, GameList, Invitation, InviteCode, LessonHeard, LessonMove, Link, Links, NewTable, Notes, OddsNow, Pinned, Printable, Printed, PrintWanted, Problem, PushKey, PuzzleToday, Rematch, RulesText, SceneAt, Seated, Sessions, Sit, Steps, Story, TablePrint, Verdict, Weighed } from "../protocol";

import { learnFaces, learnLook } from "./looks.svelte";

export const ROOT = "/api/v1";

/** What the server said no to, or that it could not be reached. */
export class Unheard extends Error {
  constructor(
    sentence: string,
    readonly clause = "",
  ) {
    super(sentence);
  }
}

/** Every game; the start page comes with them. */
export async function games(): Promise<GameList> {
  const told = document.getElementById("installed-games")?.textContent.trim();
  const list = told ? (JSON.parse(told) as GameList) : await read<GameList>(`/games`);
  for (const game of list.games) {
    learnLook(game.id, game.look);
    learnFaces(game);
  }
  return list;
}
export async function faces(game: string, options: Record<string, unknown>): Promise<FaceCatalogue> {
  const found = await read<FaceCatalogue>(`/games/${encodeURIComponent(game)}/faces?options=${encodeURIComponent(JSON.stringify(options))}`);
  learnLook(game, found.look);
  return found;
}
export const rules = (game: string): Promise<RulesText> => read(`/games/${encodeURIComponent(game)}/rules`);

/** The decks of a game; a list as its rules read it. */
export const decks = (game: string): Promise<Decks> => read(`/games/${encodeURIComponent(game)}/decks`);
export const readDeck = (game: string, text: string): Promise<DeckRead> => read(`/games/${encodeURIComponent(game)}/decks`, { method: "POST", body: JSON.stringify({ text }) });
export const lesson = (game: string, number: number, move: LessonMove): Promise<LessonHeard> =>
  read(`/games/${encodeURIComponent(game)}/lessons/${number}`, { method: "POST", body: JSON.stringify(move) });

/** What this browser knows the server by; refused where the server can't notify anyone. */
export const pushKey = (): Promise<PushKey> => read(`/push`);

export const puzzle = (game: string): Promise<PuzzleToday> => read(`/games/${encodeURIComponent(game)}/puzzle`);

export const makeTable = (table: NewTable): Promise<Links> => read(`/tables`, { method: "POST", body: JSON.stringify(table) });
export const importTable = (file: Blob): Promise<Links> => read(`/tables/import`, { method: "POST", body: file });

/** What the holder of a table's code is shown; sitting down, or knocking, by it; the code of one's own table. */
export async function invitation(code: string): Promise<Invitation> {
  const found = await read<Invitation>(`/invites/${encodeURIComponent(code)}`);
  learnLook(found.game, found.look);
  return found;
}
export const sitDown = (code: string, sit: Sit): Promise<Seated> => read(`/invites/${encodeURIComponent(code)}`, { method: "POST", body: JSON.stringify(sit) });
export const inviteCode = async (fragment: string): Promise<string> => (await read<InviteCode>(`${at(fragment)}/invite`, secret(fragment))).code;

export const sessions = (fragment: string): Promise<Sessions> => read(`${at(fragment)}/sessions`, secret(fragment));
export const notes = (fragment: string): Promise<Notes> => read(`${at(fragment)}/notes`, secret(fragment));
export const nextDate = async (fragment: string): Promise<Blob> => (await ask(`${at(fragment)}/next.ics`, secret(fragment))).blob();

export const steps = (fragment: string): Promise<Steps> => read(`${at(fragment)}/steps`, secret(fragment));
export const sceneAt = (fragment: string, v: number): Promise<SceneAt> => read(`${at(fragment)}/steps/${v}`, secret(fragment));
/** The lines before a moment, or the latest. */
export const storyBefore = (fragment: string, before?: number, limit = 200): Promise<Story> =>
  read(`${at(fragment)}/story?limit=${limit}${before === undefined ? "" : `&before=${before}`}`, secret(fragment));
export const verdict = (fragment: string): Promise<Verdict> => read(`${at(fragment)}/verdict`, secret(fragment));
export const odds = (fragment: string): Promise<OddsNow> => read(`${at(fragment)}/odds`, secret(fragment));

/** What each choice is worth: `tell` hears how far the search is. Ending the signal ends the search. */
export const best = async (fragment: string, signal: AbortSignal, tell: (weighed: Weighed) => void): Promise<void> =>
  listen(await ask(`${at(fragment)}/best`, { ...secret(fragment), signal }), tell);

/** What there is to print of a game; a print, of which `tell` hears what is being done. Ending the signal ends it. */
export const printable = (game: string): Promise<Printable> => read(`/games/${encodeURIComponent(game)}/print`);
export const print = async (game: string, wanted: PrintWanted, signal: AbortSignal, tell: (printed: Printed) => void): Promise<void> =>
  listen(await ask(`/games/${encodeURIComponent(game)}/print`, { method: "POST", body: JSON.stringify(wanted), signal }), tell);

/** The same of a table: one's own sheet, or what has happened as a book. */
export const printOfTable = async (fragment: string, wanted: TablePrint, signal: AbortSignal, tell: (printed: Printed) => void): Promise<void> =>
  listen(await ask(`${at(fragment)}/print`, { ...secret(fragment), method: "POST", body: JSON.stringify(wanted), signal }), tell);

/** Whether the fight at a table is fair, for its game master; and that of a party against foes. Ending the signal ends it. */
export async function fairness(fragment: string, signal: AbortSignal, tell: (known: Estimate) => void): Promise<void> {
  await listen(await ask(`${at(fragment)}/fight`, { ...secret(fragment), signal }), tell);
}
export async function tryFight(game: string, wanted: FightWanted, signal: AbortSignal, tell: (known: Estimate) => void): Promise<void> {
  await listen(await ask(`/games/${encodeURIComponent(game)}/fight`, { method: "POST", body: JSON.stringify(wanted), signal }), tell);
}
export const fighters = (game: string): Promise<FightersKnown> => read(`/games/${encodeURIComponent(game)}/fight`);

/** Server-sent events, one after another. */
async function listen<T>(answer: Response, tell: (event: T) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) tell(JSON.parse(event.slice("data: ".length)) as T);
  }
}

/** Play again with the same people: the link of one's seat at the table of the rematch, whoever has made it. */
export const rematch = (fragment: string, wanted: Rematch): Promise<Link> => read(`${at(fragment)}/rematch`, { ...secret(fragment), method: "POST", body: JSON.stringify(wanted) });

export const fork = (fragment: string, from: Fork): Promise<Links> =>
  read(`${at(fragment)}/fork`, { ...secret(fragment), method: "POST", body: JSON.stringify(from) });

/** Bring a picture to the table; its name. */
export const pinPicture = async (fragment: string, file: Blob): Promise<string> =>
  (await read<Pinned>(`${at(fragment)}/pictures`, { ...secret(fragment), method: "POST", body: file })).picture;

export const record = async (fragment: string): Promise<string> => (await ask(`${at(fragment)}/record`, secret(fragment))).text();
export const exported = async (fragment: string): Promise<Blob> => (await ask(`${at(fragment)}/export`, secret(fragment))).blob();
export const chronicle = async (fragment: string, kind: "md" | "html"): Promise<Blob> =>
  (await ask(`${at(fragment)}/chronicle.${kind}`, secret(fragment))).blob();

/** A QR code as an address for an image. */
export async function qr(text: string): Promise<string> {
  const drawing = await (await ask(`/qr`, { method: "POST", body: JSON.stringify({ text }) })).text();
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}

/** Hand a file to whoever sits at the browser. */
export function keep(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function at(fragment: string): string {
  return `/tables/${encodeURIComponent(fragment.split(".", 1)[0] ?? "")}`;
}

function secret(fragment: string): RequestInit {
  return { headers: { Authorization: `Bearer ${fragment}` } };
}

async function read<T>(path: string, request: RequestInit = {}): Promise<T> {
  return (await (await ask(path, request)).json()) as T;
}

async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const headers = new Headers(request.headers);
  if (typeof request.body === "string") headers.set("Content-Type", "application/json");
  let response: Response;
  try {
    response = await fetch(ROOT + path, { ...request, headers });
  } catch {
    throw new Unheard("Can’t reach the server right now. Try again in a moment.");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Unheard(problem?.sentence ?? "The server couldn’t do that. Try again in a moment.", problem?.clause ?? "");
  }
  return response;
}
