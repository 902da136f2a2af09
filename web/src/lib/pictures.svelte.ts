/** Pictures that people bring to the table: made small here, written again by the server, told by name. */

import type { TableInfo } from "../protocol";
import { ROOT, pinPicture } from "./api";

const PORTRAIT = 256;
const LARGEST = 1024;

let worn = $state.raw<{ table: string; portraits: Record<string, string> }>({ table: "", portraits: {} });

/** Remember who has which portrait at the table that is open. */
export function learnPortraits(info: TableInfo | null): void {
  worn = { table: info?.id ?? "", portraits: info?.portraits ?? {} };
}

/** Where the portrait is that somebody brought for this figure, if anybody did. */
export function portraitOf(name: string): string {
  const picture = worn.portraits[name];
  return picture ? pictureAt(picture) : "";
}

/** Where a picture of the table that is open can be looked at. */
export function pictureAt(picture: string): string {
  return `${ROOT}/tables/${encodeURIComponent(worn.table)}/pictures/${picture}`;
}

/** Bring a picture to the table; its name. A portrait is the middle of it, as a square. */
export async function bring(fragment: string, file: Blob, how: "portrait" | "picture"): Promise<string> {
  return pinPicture(fragment, await smaller(file, how));
}

async function smaller(file: Blob, how: "portrait" | "picture"): Promise<Blob> {
  const found = await createImageBitmap(file).catch(() => null);
  if (!found) throw new Error("That isn’t a picture this browser can read.");
  const canvas = document.createElement("canvas");
  const side = Math.min(found.width, found.height);
  const scale = how === "portrait" ? PORTRAIT / side : Math.min(1, LARGEST / Math.max(found.width, found.height));
  canvas.width = how === "portrait" ? PORTRAIT : Math.max(1, Math.round(found.width * scale));
  canvas.height = how === "portrait" ? PORTRAIT : Math.max(1, Math.round(found.height * scale));
  const width = found.width * scale;
  const height = found.height * scale;
  canvas.getContext("2d")?.drawImage(found, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  found.close();
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("This browser can’t make that picture smaller."))), "image/webp", 0.9);
  });
}
