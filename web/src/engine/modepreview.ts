// A mode described by its own rules: grid, spawns, goal, tiles.

import type * as Polymerge from "polymerge";
import { type Examples, examplesOf } from "./examples";
import type { GameView, RulesLine, TileFace } from "./types";

/** A tile that spawns, and how often in a hundred spawns. */
export interface Spawn {
  tile: string;
  chance: number;
}

export interface ModePreview {
  name: string;
  /** Paragraphs and headlines of its author. */
  rules: RulesLine[];
  directions: string[];
  /** Nothing, where spawns are computed. */
  spawns: Spawn[];
  /** Tiles that win; nothing, where there is another goal or none. */
  goals: string[];
  tiles: Pick<TileFace, "text" | "svg">[];
  examples: Examples;
  /** A game after some moves, as an SVG. */
  board: string;
  colors: GameView["colors"];
}

/** Moves that are made for the picture of a board. */
const MOVES = 24;

/** The keys of a mode file that are read here. */
interface File {
  spawns?: { tile?: unknown[]; weight?: unknown }[];
  /** Tiles; or an object, where several of them are needed. */
  win?: unknown;
}

/** The file of a mode as data: it has commas at the ends of lists, which JSON has not. */
function fileOf(mode: Polymerge.Mode): File {
  try {
    const text = mode.toFile().replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, "$1");
    return JSON.parse(text) as File;
  } catch {
    // Modes whose cells are drawn have no file.
    return {};
  }
}

/** Returns true if a tile is written down as it is, without anything to be computed. */
function isPlain(tile: unknown): tile is (number | string)[] {
  return (
    Array.isArray(tile) &&
    tile.every((entry) => typeof entry === "number" || /^@BigInt -?\d+$/.test(String(entry)))
  );
}

/** Plays a game until its board looks like one that is played, and draws it. */
function boardOf(game: Polymerge.Game): string {
  for (let move = 0; move < MOVES && !game.isOver; move++) {
    const open = game.available();
    game.play(open[move % open.length] ?? 0, move);
  }
  return game.boardSvg(MOVES);
}

export function modePreviewOf(
  engine: typeof Polymerge,
  called: string,
  now: () => number = () => performance.now(),
): ModePreview {
  const { Game, Mode } = engine;
  const mode = Mode.builtIn(called);
  const game = Game.start(mode, { seed: 1, now: 0 });
  const { spawns = [], win } = fileOf(mode);
  const goals = Array.isArray(win) ? win : [];
  const named = (tile: (number | string)[]) => game.faceOf(JSON.stringify(tile)).text;
  const areListed = spawns.every(({ tile, weight = 1 }) => isPlain(tile) && typeof weight === "number");
  const weights = areListed ? spawns.map(({ weight = 1 }) => Number(weight)) : [];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { colors } = game.view(0);
  const preview = {
    name: mode.info.name,
    rules: mode.rules(),
    directions: mode.directions.map(({ label }) => label),
    spawns: weights.map((weight, index) => {
      const { tile } = spawns[index] ?? {};
      return { tile: isPlain(tile) ? named(tile) : "", chance: (100 * weight) / total };
    }),
    goals: goals.every(isPlain) ? goals.filter(isPlain).map(named) : [],
    tiles: mode.gallery().map(({ text, svg }) => ({ text, svg })),
    examples: examplesOf(engine, game, now),
    // Last: it plays on.
    board: boardOf(game),
    colors,
  };
  game.free();
  mode.free();
  return preview;
}
