/**
 * The live line to the server. It comes back by itself, and sends again what was not acknowledged:
 * each command has an id, so sent twice it counts once.
 */

import { PROTOCOL, type Bye, type Changed, type Done, type Pong, type Refusal, type Welcome } from "../protocol";
import type { Command } from "./commands";
import { dial } from "./dial";

type Incoming = Welcome | Changed | Done | Refusal | Bye | Pong;

export interface Heard {
  onwelcome(welcome: Welcome): void;
  onchanged(changed: Changed): void;
  onup(): void;
  ondown(): void;
  onbye(sentence: string, whole: number): void;
}

interface Waiting {
  text: string;
  settle: (answer: Done | Refusal) => void;
}

const BEAT = 15_000;
const PATIENCE = 10_000;
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

export class Line {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #closed = false;
  #beat = 0;
  #late = 0;
  #again = 0;

  constructor(
    /** The link that it comes back by. */
    public fragment: string,
    private readonly heard: Heard,
    private readonly goOnFrom = 0,
  ) {
    addEventListener("online", this.#now);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  /** Send a command; the promise is kept when it is on the server's disk, or refused. */
  send(command: Command, id = newId()): Promise<Done | Refusal> {
    const text = JSON.stringify({ ...command, id });
    return new Promise((settle) => {
      this.#waiting.set(id, { text, settle });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#again);
    this.#quieten();
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#again);
    const [table = "", token = ""] = this.fragment.split(".", 2);
    const socket = dial(table);
    this.#socket = socket;
    const greet = () => socket.send(JSON.stringify({ is: "hello", protocol: PROTOCOL, table, token, go_on_from: this.goOnFrom }));
    if (socket.readyState === WebSocket.OPEN) greet();
    else socket.onopen = greet;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#read(JSON.parse(String(event.data)) as Incoming);
    };
    socket.onclose = () => this.#lost(socket);
  }

  #read(message: Incoming): void {
    clearTimeout(this.#late);
    switch (message.is) {
      case "welcome":
        this.#tries = 0;
        for (const { text } of this.#waiting.values()) this.#socket?.send(text);
        this.heard.onup();
        this.heard.onwelcome(message);
        this.#keepBeat();
        break;
      case "changed":
        this.heard.onchanged(message);
        break;
      case "done":
      case "refused":
        this.#waiting.get(message.id)?.settle(message);
        this.#waiting.delete(message.id);
        break;
      case "bye":
        if (!message.again) {
          this.close();
          this.heard.onbye(message.sentence, message.whole ?? 0);
        }
        break;
      case "pong":
        break;
    }
  }

  #keepBeat(): void {
    this.#quieten();
    this.#beat = window.setInterval(() => {
      this.#socket?.send(JSON.stringify({ is: "ping" }));
      this.#late = window.setTimeout(this.#drop, PATIENCE);
    }, BEAT);
  }

  #quieten(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#late);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#quieten();
    this.heard.ondown();
    this.#tries += 1;
    // Anywhere in that time: when a server stops, all its pages would come at once.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#tries - 1)) * Math.random();
    this.#again = window.setTimeout(() => this.#connect(), wait);
  }

  /** The network is gone: a dead socket would take its time to notice. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#lost(socket);
    this.#socket = null;
    socket.close();
  };

  #now = (): void => {
    const away = this.#socket === null || this.#socket.readyState === WebSocket.CLOSED;
    if (document.visibilityState === "visible" && away && !this.#closed) this.#connect();
  };
}

/** 128 random bits. (`randomUUID` is not there on a page without TLS, such as one in a home network.) */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
