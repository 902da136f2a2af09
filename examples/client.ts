/** A program at a table: it sits down by the link of a seat, plays, and tells the story. */

import { argv, exit } from "node:process";
import WebSocket from "ws";
import type { Incoming, Outgoing, Scene, ScenePatch } from "../web/src/protocol";

const LISTS = ["zones", "sheets", "gadgets", "offers", "rewinds"] as const;

/** The scene with what is different; of a long list come new items, and stretches that stay. */
function patched(scene: Scene, patch: ScenePatch): Scene {
  const whole = (before: unknown[], parts: unknown[]) =>
    parts.flatMap((p) => (Array.isArray(p) ? before.slice(p[0], p[0] + p[1]) : [p]));
  const lists = LISTS.map((name) => [name, whole(scene[name], patch[name] ?? scene[name])]);
  return { ...scene, ...patch, ...Object.fromEntries(lists) };
}

/** Whatever comes first. */
function firstAnswer(asked: NonNullable<Scene["question"]>) {
  if (asked.type === "choose") return asked.options[0];
  if (asked.type === "several") return asked.options.slice(0, asked.least);
  return asked.type === "number" ? asked.low : "So be it.";
}

/** The first answer to a question, or the first offer without a choice. */
function nextMove(scene: Scene, seat: string, id: string, v: number): Incoming | null {
  if (scene.question) return { is: "answer", id, v, answer: firstAnswer(scene.question) };
  if (scene.waiting_for.length || !scene.turn.includes(seat)) return null;
  const offer = scene.offers.find((one) => !one.why_not && !one.params?.length)!;
  return { is: "do", id, v, action: { do: offer.do, ...offer.fixed } };
}

const [address, secret] = argv[2].split("/table#");
const [table, token] = secret.split(".");
const line = new WebSocket(address.replace("http", "ws") + "/api/v1/live");
const send = (message: Incoming) => line.send(JSON.stringify(message));
let scene: Scene | null = null;
let [seat, v, due] = ["", 0, 0]; // a move is due at the version that the last one led to

line.on("open", () => send({ is: "hello", protocol: 3, table, token }));
line.on("message", (data) => {
  const said: Outgoing = JSON.parse(data.toString());
  if (said.is === "refused" || said.is === "bye") throw new Error(said.sentence);
  if (said.is === "done") due = said.v;
  if (said.is === "welcome") [scene, seat] = [said.scene, said.you.seat ?? ""];
  if (said.is === "changed" && said.scene && scene) scene = patched(scene, said.scene);
  if (said.is === "welcome" || said.is === "changed") {
    v = said.v;
    for (const told of said.story ?? []) if (told.text) console.log(told.text);
  }
  if (scene?.over) {
    console.log(`${scene.won?.[0]} has won.`);
    exit(0);
  }
  const move = scene && v >= due ? nextMove(scene, seat, crypto.randomUUID(), v) : null;
  if (!move) return;
  due = Infinity;
  send(move);
});
