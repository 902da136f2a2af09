/** Laying a change over what is shown. */

import type { Scene, ScenePatch } from "../protocol";

interface Items<T> {
  n: number;
  at: Record<string, T>;
}

/** The scene after a patch; what the patch does not name stays the same object. */
export function patched(scene: Scene, patch: ScenePatch): Scene {
  const { zones, sheets, gadgets, offers, rewinds, ...whole } = patch;
  return {
    ...scene,
    ...whole,
    zones: laid(scene.zones, zones),
    sheets: laid(scene.sheets, sheets),
    gadgets: laid(scene.gadgets, gadgets),
    offers: laid(scene.offers, offers),
    rewinds: laid(scene.rewinds, rewinds),
  };
}

function laid<T>(list: T[], items: Items<T> | undefined): T[] {
  if (!items) return list;
  const next = list.slice(0, items.n);
  for (const [place, item] of Object.entries(items.at)) next[Number(place)] = item;
  return next;
}
