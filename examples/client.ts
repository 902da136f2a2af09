/** A program at a table of any game: it sits down by the link of a seat and plays what comes first.
 *
 * node client.js 'http://127.0.0.1:8000/table#…' 100  // so many moves, if the game lasts
 */

import { on, once } from "node:events";
import { argv, exit } from "node:process";
import { setTimeout } from "node:timers/promises";
import WebSocket from "ws";
import type { Done, Form, Offer, Outgoing, Refusal, Scene, TableInfo, You } from "../web/src/protocol";

type Field = NonNullable<Form["params"]>[number] | NonNullable<Scene["question"]>;
const LISTS = ["zones", "sheets", "gadgets", "offers", "rewinds"];

/** A list as it is now: of a long one come new items, and stretches that stay as they were. */
function whole(before: unknown[], parts: unknown[]) {
  return parts.flatMap((p) => (Array.isArray(p) ? before.slice(p[0], p[0] + p[1]) : [p]));
}

/** The first answer to a question, or the first choice for a field of a form. */
function first(field: Field) {
  if ("least" in field) return field.options.slice(0, field.least);
  if ("low" in field) return ("default" in field && field.default) || field.low;
  if (field.type === "yes-no") return field.default ?? false;
  if (field.type === "one") return field.default ?? field.options?.[0] ?? "Onward";
  return field.type === "choose" ? field.options[0] : "Onward";
}

const [address, secret] = argv[2].split("/table#");
const line = new WebSocket(address.replace("http", "ws") + "/api/v1/live");
const messages = on(line, "message");
const done = new Map<string, number>();
let [v, moves] = [0, Number(argv[3])];
let [scene, table, you] = [{} as Scene, {} as TableInfo, {} as You];

async function hear(): Promise<Outgoing> {
  const said: Outgoing = JSON.parse(String((await messages.next()).value![0]));
  if (said.is === "bye") throw new Error(said.sentence);
  if (said.is === "welcome") you = said.you;
  if (said.is !== "welcome" && said.is !== "changed") return said;
  [v, table] = [said.v, said.table ?? table];
  const was = scene as unknown as Record<string, unknown[]>;
  const now = Object.entries(said.scene ?? {}).map(([name, value]) => [
    name,
    LISTS.includes(name) ? whole(was[name], value) : value,
  ]);
  scene = { ...scene, ...Object.fromEntries(now) };
  for (const told of said.story ?? []) if (told.text) console.log(told.text);
  return said;
}

/** Send a command; read on to its answer, and to what came of it. */
async function ask(command: object): Promise<Done | Refusal> {
  const id = crypto.randomUUID();
  line.send(JSON.stringify({ ...command, id }));
  let said = await hear();
  while (!("id" in said) || said.id !== id) said = await hear();
  while (said.is === "done" && v < said.v) await hear();
  if (said.is === "refused") console.log(`(${said.sentence})`);
  if (said.is === "refused" && said.why === "limit") await setTimeout(1000); // too much for a second
  return said;
}

/** An offer with its first choices; where one hangs on another, the server is asked. */
async function filledIn({ do: what, fixed, params }: Offer) {
  const chosen: Record<string, unknown> = {};
  let left = params ?? [];
  while (left.length) {
    if ("asked" in left[0] && left[0].asked) {
      const said = await ask({ is: "ask-form", do: what, fixed: fixed ?? {}, chosen });
      const fields = (said.is === "done" && said.form?.params) || [];
      left = fields.filter((field) => !(field.name in chosen));
    }
    for (const field of left.slice(0, 1)) chosen[field.name] = first(field);
    left = left.slice(1);
  }
  return { do: what, ...fixed, ...chosen };
}

/** Answer what is asked, or do what was done least often; false while others have to. */
async function move(): Promise<boolean> {
  if (scene.question) return !!(await ask({ is: "answer", v, answer: first(scene.question) }));
  if (!scene.turn || scene.waiting_for.length) return false;
  if (you.role === "player" && scene.turn.length && !scene.turn.includes(you.seat!)) return false;
  const never = [...table.any_time, ...table.asks_twice!]; // what ends something for good
  const [offer] = scene.offers
    .filter((one) => !one.why_not && !never.includes(one.do))
    .sort((one, other) => (done.get(one.do) ?? 0) - (done.get(other.do) ?? 0));
  if (!offer) return false;
  done.set(offer.do, (done.get(offer.do) ?? 0) + 1);
  const action = await filledIn(offer);
  return !!(await ask({ is: "do", v, action }));
}

await once(line, "open");
const [id, token] = secret.split(".");
line.send(JSON.stringify({ is: "hello", protocol: 3, table: id, token }));
while (moves && !scene.over) (await move()) ? moves-- : await hear();
console.log(scene.banner);
exit(0);
