/** A program at a table of any game: it sits down by the link of a seat and does what it can.
 *
 * node client.js 'http://127.0.0.1:8000/table#…' 100  // so many moves, if the game lasts
 */

import { on, once } from "node:events";
import { argv, exit } from "node:process";
import { setTimeout } from "node:timers/promises";
import WebSocket from "ws";
import type { AnswerNow, Done, DoNow, Outgoing, Refusal, ScenePatch } from "../web/src/protocol";

const [address, secret] = argv[2].split("/table#");
const line = new WebSocket(address.replace("http", "ws") + "/api/v1/live");
const messages = on(line, "message");
const done = new Map<string, number>();
const scene: ScenePatch = {};

/** The next message; what it tells is printed. */
async function hear(): Promise<Outgoing> {
  const said: Outgoing = JSON.parse(String((await messages.next()).value![0]));
  if (said.is === "bye") throw new Error(said.sentence);
  if (said.is !== "welcome" && said.is !== "changed") return said;
  Object.assign(scene, said.scene);
  for (const told of said.story ?? []) if (told.text) console.log(told.text);
  return said;
}

/** Send a command, and read on to its answer. */
async function ask(command: object): Promise<Done | Refusal> {
  const id = crypto.randomUUID();
  line.send(JSON.stringify({ ...command, id }));
  let said = await hear();
  while (!("id" in said) || said.id !== id) said = await hear();
  if (said.is === "refused") console.log(`(${said.sentence})`);
  if (said.is === "refused" && said.why === "limit") await setTimeout(1000); // too much for a second
  return said;
}

/** Give the first answer to a question, or do what was done least often. */
async function move(moves: (DoNow | AnswerNow)[]) {
  const what = (one: DoNow | AnswerNow) => (one.is === "do" ? String(one.action.do) : "answer");
  const often = (one: DoNow | AnswerNow) => done.get(what(one)) ?? 0;
  const [chosen] = moves.sort((one, other) => often(one) - often(other));
  done.set(what(chosen), often(chosen) + 1);
  await ask(chosen);
}

await once(line, "open");
const [table, token] = secret.split(".");
line.send(JSON.stringify({ is: "hello", protocol: 3, table, token }));
await hear();
for (let left = Number(argv[3]); left; ) {
  const said = await ask({ is: "ask-moves" });
  if (scene.over || (said.is === "refused" && said.why !== "limit")) break;
  if (said.is === "done" && said.moves?.length) {
    await move(said.moves);
    left--;
  } else if (said.is === "done") await hear(); // others have to move
}
console.log(scene.banner);
exit(0);
