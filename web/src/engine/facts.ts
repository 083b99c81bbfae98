// What the rules of a mode say, in words.

import { mode as texts } from "virtual:texts/mode";
import { modes } from "virtual:texts/modes";
import { shown } from "../texts/numbers";
import type { CatalogueEntry } from "./catalogue";
import type { ModePreview, Spawn } from "./modepreview";
import { meaningOf, sizeOf } from "./tags";

/** A name, such as "Grid", a text, such as "4 × 4 cells", and whether that is always in English. */
type Fact = [name: string, text: string, isEnglish?: boolean];

/** Figures of a mode that were measured (build/measures.ts). */
export interface Measures {
  /** Moves of the game in the middle, if they are random. */
  moves: number;
  /** Times that the largest tile of such a game has to double to reach the goal, if there is one. */
  far?: number;
  /** Times that the score of random moves has to double to be that of a player that looks ahead. */
  skill?: number;
}

function* measured({ moves, far, skill }: Measures): Generator<Fact> {
  yield [texts.length, texts.lengthOf(shown(moves))];
  if (far !== undefined) yield [texts.difficulty, far === 0 ? texts.reached : texts.farOf(far)];
  if (skill !== undefined) yield [texts.skill, texts.skillOf(shown(Number((2 ** skill).toPrecision(2))))];
}

export function factsOf(
  mode: Omit<CatalogueEntry, "picture">,
  { spawns, goals, directions }: Pick<ModePreview, "spawns" | "goals" | "directions">,
  measures?: Measures,
): Fact[] {
  const size = sizeOf(mode).replace("x", " × ");
  const facts: Fact[] = [
    [texts.grid, mode.hexagonal ? texts.hexagons(size) : texts.cells(size)],
    [
      texts.directions,
      directions.length === 4 ? texts.four : `${directions.length}: ${directions.join(" ")}`,
    ],
    [texts.newTiles, spawns.length > 0 ? spawns.map(chance).join(", ") : texts.computed],
    [texts.goal, goals.length > 0 ? texts.make(goals.join(texts.or)) : texts.noGoal],
  ];
  if (measures) facts.push(...measured(measures));
  if (mode.tags.length > 0)
    facts.push([texts.howItPlays, mode.tags.map((tag) => `${modes[tag]} (${meaningOf(tag)})`).join("; ")]);
  if (mode.features.length > 0) facts.push([texts.special, mode.features.join(", "), true]);
  if (mode.credits) facts.push([texts.credits, mode.credits, true]);
  return facts;
}

function chance({ tile, chance }: Spawn): string {
  const rounded = chance >= 10 ? Math.round(chance) : Number(chance.toPrecision(2));
  return `${tile || texts.tile} (${rounded} %)`;
}
