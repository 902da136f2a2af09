/** Laying a change over what is shown. */

import type { Scene, ScenePatch } from "../protocol";

/** Stretches of the list as it was, each as its first place and its length, and new items. */
type Items<T> = ([number, number] | T)[];

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
  return items.flatMap((item) => (Array.isArray(item) ? list.slice(item[0], item[0] + item[1]) : [item]));
}
