// The module "virtual:measures": how long games of a mode are, how far from the goal they end, and
// how much looking ahead is worth. All of it was measured; where it was not, nothing is said.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import type { Measures } from "../src/engine/facts.ts";

const ID = "virtual:measures";
/** Games with random moves (build/measure.mjs). */
const RANDOM = resolve(import.meta.dirname, "measured.json");
/** Pairs of games with the same luck, one by a player that looks ahead, one by random moves. */
const PAIRS = resolve(import.meta.dirname, "pairs.md");
/** With fewer pairs, the difference may be luck. */
const LEAST_PAIRS = 7;

/** Returns the doublings of the score by a player that looks ahead, from the table of a document. */
export function doublingsIn(document: string): Map<string, number> {
  const [, table = ""] = document.split(/^## Rollouts$/m);
  const rows =
    table.split(/^## /m, 1)[0]?.matchAll(/^\| (\d{3}-[\w-]+) \| (\d+) \|.*?\| (-?[\d.]+) ± /gm) ?? [];
  return new Map(
    [...rows].flatMap(([, name = "", pairs, doublings]) =>
      Number(pairs) >= LEAST_PAIRS ? [[name, Number(doublings)]] : [],
    ),
  );
}

/** Returns what was measured of each mode. */
export function measuresOfModes(): Record<string, Measures> {
  type Random = Record<string, { moves: number; doublings: number }>;
  const random = JSON.parse(readFileSync(RANDOM, "utf8")) as Random;
  const ahead = doublingsIn(readFileSync(PAIRS, "utf8"));
  return Object.fromEntries(
    Object.entries(random).map(([name, { moves, doublings }]) => {
      const skill = ahead.get(name);
      const far = doublings >= 0 ? { far: doublings } : {};
      return [name, { moves, ...far, ...(skill !== undefined && { skill }) }];
    }),
  );
}

export function measures(): Plugin {
  return {
    name: "measures",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(measuresOfModes())}` : null),
  };
}
