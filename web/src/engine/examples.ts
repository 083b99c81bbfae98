// Examples of what merges in a mode, and into what: merges that happened in games of the mode with
// random moves, so that they follow from the rules whatever these are.

import type * as Polymerge from "polymerge";
import type { Game, PlacedTile } from "polymerge";
import { flat } from "../summary";
import type { Content, TileFace } from "./types";

/** A merge: the faces of the tiles, and of those that came of them. */
export interface MergeExample {
  inputs: number[];
  /** Empty if nothing is left. */
  outputs: number[];
}

export interface Examples {
  merges: MergeExample[];
  faces: TileFace[];
}

/** Examples of a mode, at most. */
const MOST = 6;
/** Random games, and moves of each. */
const GAMES = 3;
const MOVES = 60;
/**
 * Milliseconds for the first one, and for the others: the moves of a person wait meanwhile, and after a
 * second the page says that the engine works (engine/link.ts).
 */
const BUDGETS = { first: 400, others: 150 };

interface Found {
  inputs: Content[][];
  outputs: Content[][];
}

const tilesOf = (places: readonly PlacedTile[]): Content[][] =>
  places.flatMap(({ tile }) => (Array.isArray(tile) ? [tile] : []));

/** Notes the first merge of each rule, and of equal tiles and of unequal ones. */
function note(found: Map<string, Found>, rule: number, inputs: Content[][], outputs: Content[][]): void {
  const texts = inputs.map((tile) => JSON.stringify(tile));
  const key = `${rule} ${texts.every((text) => text === texts[0])}`;
  if (inputs.length > 0 && found.size < MOST && !found.has(key)) found.set(key, { inputs, outputs });
}

/** Returns the first merges in games with random moves. */
function merges({ Game }: typeof Polymerge, mode: Polymerge.Mode, now: () => number): Found[] {
  const start = now();
  const found = new Map<string, Found>();
  const goesOn = () =>
    found.size < MOST && now() - start < (found.size === 0 ? BUDGETS.first : BUDGETS.others);
  for (let seed = 0; seed < GAMES && goesOn(); seed++) {
    const game = Game.start(mode, { seed, now: 0 });
    try {
      for (let move = 0; move < MOVES && !game.isOver && goesOn(); move++) {
        const open = game.available();
        // Any order will do that is not the same in all games.
        const turn = game.play(open[(move * 7 + seed * 3) % Math.max(1, open.length)] ?? 0, move);
        for (const event of flat(turn.events))
          if (event.kind === "merge") note(found, event.rule, tilesOf(event.inputs), tilesOf(event.outputs));
      }
    } catch (error) {
      // Rules that fail in some games, and directions that are refused, end one game alone.
      if (!(error instanceof Error && "kind" in error) || error.kind === "engine") throw error;
    } finally {
      game.free();
    }
  }
  return [...found.values()];
}

/** Returns examples of the merges of a game's mode, with the faces that the game gives them. */
export function examplesOf(
  engine: typeof Polymerge,
  game: Game,
  now: () => number = () => performance.now(),
): Examples {
  const faces = new Map<number, TileFace>();
  const faceOf = (tile: Content[]): number => {
    const face = game.faceOf(tile);
    faces.set(face.id, face);
    return face.id;
  };
  const seen = new Set<string>();
  const examples = merges(engine, game.mode, now).map(({ inputs, outputs }) => ({
    inputs: inputs.map(faceOf),
    outputs: outputs.map(faceOf),
  }));
  // Rules may differ in what can't be seen.
  const different = examples.filter((example) => {
    const text = JSON.stringify(example);
    return !seen.has(text) && seen.add(text);
  });
  return { merges: different, faces: [...faces.values()] };
}
