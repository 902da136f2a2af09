/** What the page may send: every command of the protocol, before it gets its id. */

import type { Hello, Incoming, Ping } from "../protocol";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

export type Command = WithoutId<Exclude<Incoming, Hello | Ping>>;
