/** A link made anew follows from the old one and from the command that renewed it. */

import { hashing } from "./hashing";

export async function renewed(fragment: string, id: string): Promise<{ token: string; fragment: string }> {
  const [table = "", old = ""] = fragment.split(".", 2);
  const bytes = new TextEncoder().encode(`fatedeck link 1\n${old}\n${id}`);
  const { sha256 } = await hashing(bytes);
  const hash = (await sha256(bytes)).slice(0, 16);
  const token = btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return { token, fragment: `${table}.${token}` };
}
