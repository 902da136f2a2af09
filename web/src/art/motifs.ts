/** Lines of the artwork that are easier to reckon than to draw. */

export interface Point {
  x: number;
  y: number;
}

/** A point on a circle around the middle of a box of 100 by 100; turn 0 is the top. */
export function onCircle(radius: number, turn: number, middle = 50): Point {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return { x: round(middle + radius * Math.cos(angle)), y: round(middle + radius * Math.sin(angle)) };
}

/** Points as a path, closed. */
export function closed(points: Point[]): string {
  return `M${points.map((p) => `${p.x} ${p.y}`).join("L")}Z`;
}

/** An arc of a circle from one turn to another, clockwise. */
export function arc(radius: number, from: number, to: number, middle = 50): string {
  const a = onCircle(radius, from, middle);
  const b = onCircle(radius, to, middle);
  const large = to - from > 0.5 ? 1 : 0;
  return `M${a.x} ${a.y}A${radius} ${radius} 0 ${large} 1 ${b.x} ${b.y}`;
}

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
