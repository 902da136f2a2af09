/** Every small sign of the table, as a path in a box of 24 by 24. Drawn for fatedeck. */

export const SYMBOLS: Record<string, string> = {
  // French suits
  spades:
    "M12 1.8c3.3 4.5 9 7.6 9 12.4a4.7 4.7 0 0 1-7.9 3.4c.2 2.2.9 3.7 2.5 4.9H8.4c1.6-1.2 2.3-2.7 2.5-4.9A4.7 4.7 0 0 1 3 14.2C3 9.4 8.7 6.3 12 1.8z",
  hearts:
    "M12 21.5C7.5 17.6 2.5 13.8 2.5 8.7A5 5 0 0 1 12 6.6a5 5 0 0 1 9.5 2.1c0 5.1-5 8.9-9.5 12.8z",
  diamonds: "M12 1.5 19.5 12 12 22.5 4.5 12z",
  clubs:
    "M12 1.8a4.7 4.7 0 0 1 3.7 7.6 4.7 4.7 0 1 1-2.6 7.9c.2 2.3.9 3.9 2.5 5.2H8.4c1.6-1.3 2.3-2.9 2.5-5.2a4.7 4.7 0 1 1-2.6-7.9A4.7 4.7 0 0 1 12 1.8z",
  joker:
    "M12 13c-1-4-3-7-7-8 1 2 1 4 .5 6C4 10 2.5 10 1 11c2.5.8 4 3 4.5 6h13c.5-3 2-5.2 4.5-6-1.5-1-3-1-4.5 0-.5-2-.5-4 .5-6-4 1-6 4-7 8zM5.5 18.5h13V21h-13z",
  // The classic Deckahedron
  anchor:
    "M12 1.5a3 3 0 0 1 1.3 5.7V9H17v2.4h-3.7v8c2.9-.5 4.7-2.2 5.3-4.7l-1.9.7 3-4.6 2 5-1.6-.6c-.8 4.2-3.7 6.8-8.1 7.3-4.4-.5-7.3-3.1-8.1-7.3l-1.6.6 2-5 3 4.6-1.9-.7c.6 2.5 2.4 4.2 5.3 4.7v-8H7V9h3.7V7.2A3 3 0 0 1 12 1.5zm0 1.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z",
  bulb: "M12 1.5a7.3 7.3 0 0 1 4.3 13.2c-.8.6-1.2 1.5-1.3 2.5H9c-.1-1-.5-1.9-1.3-2.5A7.3 7.3 0 0 1 12 1.5zM9 18.5h6v1.7H9zm.9 2.8h4.2l-.9 1.4h-2.4z",
  crescent: "M15.5 2a10.3 10.3 0 1 0 6 14.5A8.4 8.4 0 0 1 15.5 2z",
  dart: "M22 2 13.8 21.5l-2.9-8.4L2.5 10.2zM10.9 13.1 3 21l-.6-.6z",
  // The later Deckahedron
  anvil:
    "M1 5.5h5V4h16.5v3.5c-3.5.2-6 1.5-6.5 4v2.3c.6 1.5 1.8 2.4 3.5 2.7v4H6v-4c1.7-.3 2.9-1.2 3.5-2.7v-1.6C5 11.7 1.7 9.3 1 5.5z",
  blade:
    "M20.5 1.5 22.5 3.5 11.5 15.5 13.5 17.5 12 19 9.2 16.2 5.5 20 6 21.5 4 23 1 20 2.5 18 4 18.5 7.8 14.8 5 12 6.5 10.5 8.5 12.5z",
  crown: "M2 6.5 6.8 11 12 3l5.2 8L22 6.5 20 18H4zM4 19.5h16V22H4z",
  dragon:
    "M2 12.5C4 8 7.5 6 11 5.5L9.5 1.5 14 5.2c4.5.6 8 4 8 8.8 0 5-4 8.5-9 8.5-3.5 0-6-1.5-7.5-4 2 1 4 1.2 5.8.6 2-.7 3.2-2.1 3.2-3.9 0-1.6-1.1-2.7-2.7-2.7-1.2 0-2 .5-3 1.3-1.4 1.1-3 1.5-5 .9zM12.5 8.2a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  // What an adventurer is made of
  shield: "M12 1.5 21 4.5v7c0 5.5-3.7 9.3-9 11-5.3-1.7-9-5.5-9-11v-7zM11 5.5v13c-2.8-1.4-4.8-3.8-4.8-7V7z",
  note: "M9 3.5 21 1.5v15.5a3.5 3.5 0 1 1-2.5-3.4V7l-7 1.2v11.3A3.5 3.5 0 1 1 9 16.1z",
  paw: "M12 11c3.5 0 7 4.5 7 7.5s-2.5 3.5-4 3c-2-.6-4-.6-6 0-1.5.5-4 0-4-3S8.5 11 12 11zM4 8a2.3 2.9 0 1 1 0 5.8A2.3 2.9 0 0 1 4 8zm16 0a2.3 2.9 0 1 1 0 5.8A2.3 2.9 0 0 1 20 8zM8.7 2a2.4 3.2 0 1 1 0 6.4 2.4 3.2 0 0 1 0-6.4zm6.6 0a2.4 3.2 0 1 1 0 6.4 2.4 3.2 0 0 1 0-6.4z",
  tusk: "M4 2c0 7 2 10 5 11h6c3-1 5-4 5-11 2.5 8 2 14-3 17v3.5H7V19C2 16 1.5 10 4 2zm5 13.5v2.5h2v-2.5zm4 0v2.5h2v-2.5z",
  skull: "M12 1.5c5.5 0 9.5 3.8 9.5 9 0 3-1.5 5.5-4 7v5h-11v-5c-2.5-1.5-4-4-4-7 0-5.2 4-9 9.5-9zM8 9a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm8 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm-4 6-1.5 3h3z",
  tail: "M3 3c6 0 8 3 8 8s2 7 5 7 4-2 4-4.5S18.5 10 17 10c1.5-1 5.5 0 5.5 4.5 0 4-3 7-7 7C10 21.5 7.5 18 7.5 12 7.5 8 6.5 6 3 6z",
  // Where an adventurer wears things
  place: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
  hand: "M7 22c-3-3-4-7-3.5-9 2 0 2.5 1.5 3.5 2.5V6a1.5 1.5 0 0 1 3 0v5V3.5a1.5 1.5 0 0 1 3 0V11V5a1.5 1.5 0 0 1 3 0v7V8a1.5 1.5 0 0 1 3 0v8c0 3-1.5 5-3 6z",
  head: "M12 2.5c5 0 8.5 4 8.5 9V20h-6v-6h-5v6h-6v-8.5c0-5 3.5-9 8.5-9z",
  body: "M8 3c1.5 2 6.5 2 8 0l6 3.5-2.5 5L17 10.5V21H7V10.5l-2.5 1L2 6.5z",
  beast: "M3 8c4-3 8 1 12-1l4-4-.5 4.5L22 10l-2 3-3-.5c0 3-1 5-1 9h-2.5l-.5-6h-5l-1 6H4.5L4 14c-2-1-2-4-1-6z",
  bag: "M8 7a4 4 0 0 1 8 0h2l2 14H4L6 7zm2 0h4a2 2 0 0 0-4 0z",
  // Marks on cards
  cross: "M5 2.5 12 9.5 19 2.5 21.5 5 14.5 12 21.5 19 19 21.5 12 14.5 5 21.5 2.5 19 9.5 12 2.5 5z",
  checked: "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM10 14.2 6.9 11 5 12.9 10 18 19.2 8.6 17.3 6.7z",
  check: "M9 20 1.5 12.3 4.3 9.6 9 14.4 19.7 3.8 22.5 6.6z",
  xp: "M12 1.5 15 8.7 22.6 9.3 16.8 14.3 18.6 21.7 12 17.7 5.4 21.7 7.2 14.3 1.4 9.3 9 8.7z",
  stamina: "M13.5 1.5 4 14h6.5l-1 8.5L19.5 9.5H13z",
  mind: "M12 2a8 8 0 0 1 8 8c0 3-1.7 4.6-3 6v6H9v-3H6.5c-1.2 0-2-.8-2-2v-2.5l-2-1L5 9.5C5.3 5.2 8 2 12 2z",
};

/** The suit of each edge in reading order, with the colour its printing gives it. */
export const EDGES: Record<string, { suit: string; colour: string }[]> = {
  classic: [
    { suit: "anchor", colour: "#a4243b" },
    { suit: "bulb", colour: "#8a6100" },
    { suit: "crescent", colour: "#226b3f" },
    { suit: "dart", colour: "#24568f" },
  ],
  current: [
    { suit: "anvil", colour: "#a4243b" },
    { suit: "blade", colour: "#24568f" },
    { suit: "crown", colour: "#8a6100" },
    { suit: "dragon", colour: "#226b3f" },
  ],
};

/** What an edge's value reads as: marks of one kind, one to three of them. */
export function reading(printing: "classic" | "current", value: number): { mark: "cross" | "check"; times: number; words: string } {
  const table = {
    classic: [
      { mark: "cross", times: 2, words: "two crosses" },
      { mark: "cross", times: 1, words: "a cross" },
      { mark: "check", times: 1, words: "a check" },
      { mark: "check", times: 2, words: "two checks" },
    ],
    current: [
      { mark: "cross", times: 1, words: "a cross" },
      { mark: "check", times: 1, words: "a check" },
      { mark: "check", times: 2, words: "two checks" },
      { mark: "check", times: 3, words: "three checks" },
    ],
  } as const;
  return table[printing][Math.min(4, Math.max(1, value)) - 1] ?? table[printing][0];
}

/** The sign that stands for a kind of card, where there is no room for words. */
export function emblem(kinds: string): string {
  const signs: [RegExp, string][] = [
    [/weapon/i, "blade"],
    [/armour|shield/i, "shield"],
    [/class/i, "crown"],
    [/race|cryptid/i, "skull"],
    [/pet|minion|mount/i, "paw"],
    [/spell|book|magic/i, "xp"],
    [/potion|consumable|supply/i, "bulb"],
    [/loot|item|tool/i, "diamonds"],
    [/feature/i, "dragon"],
  ];
  return signs.find(([kind]) => kind.test(kinds))?.[1] ?? "";
}

/** The sign of a class or a kin that a card asks for or provides. */
export const CALLINGS: Record<string, string> = {
  assassin: "blade",
  bard: "note",
  knight: "shield",
  sorcerer: "xp",
  beast: "paw",
  dwarf: "anvil",
  ork: "tusk",
  undead: "skull",
  tail: "tail",
};

/** The sign of a slot, by its name. */
export const SLOTS: [RegExp, string][] = [
  [/hand|gloves/i, "hand"],
  [/head|neck/i, "head"],
  [/body|back/i, "body"],
  [/mount/i, "beast"],
  [/pack|pouch/i, "bag"],
  [/tail/i, "tail"],
  [/race/i, "paw"],
  [/C\d/, "crown"],
];
