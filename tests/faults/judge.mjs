/** The page's own verifier, built from its TypeScript: a record on each line in, a verdict on each line out. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { verify } = await import(pathToFileURL(process.argv[2]).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { record, shown, kept } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await verify(record, shown, kept))}\n`);
}
