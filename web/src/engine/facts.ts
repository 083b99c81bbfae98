// What the rules of a mode say, in words.

import type { CatalogueEntry } from "./catalogue";
import type { Portrait, Spawn } from "./portrait";
import { MEANINGS, sizeOf } from "./tags";

/** Names and texts, such as "Grid" and "4 × 4 cells". */
export function factsOf(mode: CatalogueEntry, { spawns, goals, directions }: Portrait): [string, string][] {
  const facts: [string, string][] = [
    ["Grid", `${sizeOf(mode).replace("x", " × ")} ${mode.hexagonal ? "hexagons" : "cells"}`],
    ["Directions", directions.length === 4 ? "four" : `${directions.length}: ${directions.join(" ")}`],
    ["New tiles", spawns.length > 0 ? spawns.map(chance).join(", ") : "computed as the game goes on"],
    ["Goal", goals.length > 0 ? `make ${goals.join(" or ")}` : "as described above, or as far as you get"],
  ];
  if (mode.tags.length > 0)
    facts.push(["How it plays", mode.tags.map((tag) => `${tag} (${MEANINGS[tag]})`).join("; ")]);
  if (mode.features.length > 0) facts.push(["What is special", mode.features.join(", ")]);
  if (mode.credits) facts.push(["Credits", mode.credits]);
  return facts;
}

function chance({ tile, chance }: Spawn): string {
  const rounded = chance >= 10 ? Math.round(chance) : Number(chance.toPrecision(2));
  return `${tile || "a tile"} (${rounded} %)`;
}
