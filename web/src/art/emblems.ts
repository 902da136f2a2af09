/** What a written card shows: strokes in a box of 64 by 64. */

import drawn from "../../../src/fatedeck/press/engravings.json";

/** The strokes of each drawing, by its name. */
export const STROKES: Record<string, string> = drawn.strokes;
const HUES: Record<string, number> = drawn.hues;

/** The hue of a card's own people, or one of its own for what belongs to all. */
export function hueOf(set: string, seed: number): number {
  return HUES[set.toLowerCase()] ?? 20 + (seed % 9) * 6;
}

/** A line that winds around the middle, as on a banknote; the seed says how often. */
export function guilloche(seed: number, width: number, height: number): string {
  const petals = 5 + (seed % 6);
  const inner = 0.34 + ((seed >>> 4) % 5) * 0.07;
  const points = Array.from({ length: 181 }, (_, n) => {
    const turn = (n / 180) * 2 * Math.PI;
    const reach = 0.5 + inner * 0.5 * Math.cos(petals * turn * 1.0 + (seed % 7)) + 0.16 * Math.sin((petals + 3) * turn);
    return `${(width / 2 + Math.cos(turn) * reach * width * 0.62).toFixed(1)} ${(height / 2 + Math.sin(turn) * reach * height * 0.78).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
