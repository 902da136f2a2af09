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

const MOTIFS: Record<string, string> = {
  deckahedron: "compass",
  "thousand-faces": "ring",
  "adventurer-factory": "road",
  "realms-behind": "gate",
  "deck-of-adventures": "circle",
};

/** Which motif stands for a game; one for all whom we do not know. */
export function motifOf(game: string): string {
  return MOTIFS[game.replaceAll("_", "-")] ?? "lozenge";
}

/** Ground and line colours of a game's card backs and tile. */
export function coloursOf(game: string): { ground: string; line: string } {
  const colours: Record<string, { ground: string; line: string }> = {
    compass: { ground: "#1f3f63", line: "#e9dcc0" },
    ring: { ground: "#5b2330", line: "#ecd9b0" },
    road: { ground: "#6a4a1d", line: "#f3e3bd" },
    gate: { ground: "#2f2a57", line: "#e6dcf0" },
    circle: { ground: "#1f4d3f", line: "#eadfc2" },
    lozenge: { ground: "#3d4a52", line: "#e8e2d2" },
  };
  return colours[motifOf(game)] ?? { ground: "#3d4a52", line: "#e8e2d2" };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
