// What the page needs to set up a position by hand: the tiles of a mode and the
// board to put them on, and what is to be said of a position.

import type * as Polymerge from "polymerge";
import type { Game } from "polymerge";
import { kindsOf } from "./kinds";
import { emptyBoard, MOST_CELLS, type Position, positionCode } from "./position";
import type { Content, TileFace } from "./types";

/** A tile that can be put on the board. */
export interface Piece {
  content: Content;
  face: TileFace;
}

/** The board of a game, to be changed, and the tiles for it. */
export interface Drafting extends Position {
  hexagonal: boolean;
  /** The board without tiles. */
  empty: Content[][];
  pieces: Piece[];
  /** Colours, as CSS: behind the grid, and of an empty cell. */
  grid: string;
  ground: string;
}

/**
 * The verdict on a position, for which the page has the words: why no game can begin there, or what
 * may surprise in one that does.
 */
export type Verdict = "badScore" | "noTile" | "stuck" | "wins" | "changes" | "fine";

/** Returns the board of a game, to be changed; the largest number of cells, if it has more. */
export function draftingOf(engine: typeof Polymerge, game: Game): Drafting | number {
  const { rows, columns, grid: cells, score } = game.state();
  if (rows * columns > MOST_CELLS) return MOST_CELLS;
  const { hexagonal, colors, cells: shown } = game.view();
  const pieces = kindsOf(engine, game).map(({ content }) => {
    return { content, face: game.face(game.faceOf(content).id) };
  });
  const ground = shown.flat().find(({ ground }) => ground !== null)?.ground ?? "#8884";
  const empty = emptyBoard(game.modeCode());
  return { cells, score, hexagonal, empty, pieces, grid: colors.grid, ground };
}

/** A game that begins with a position, by the rules of a code. */
export function gameFrom(
  { Game, Mode }: typeof Polymerge,
  code: string,
  position: Position,
  seed: string,
): Game {
  return Game.start(Mode.fromCode(positionCode(code, position)), { seed });
}

/** Returns the verdict on a position as the beginning of a game. */
export function verdictOn(engine: typeof Polymerge, code: string, position: Position): Verdict {
  if (!Number.isSafeInteger(position.score)) return "badScore";
  if (!position.cells.flat().some(Array.isArray)) return "noTile";
  const game = gameFrom(engine, code, position, "0");
  const { grid, screen } = game.state();
  const isOver = game.isOver && !game.mode.tilesCanBeClicked;
  game.free();
  if (screen === "win") return "wins";
  if (isOver) return "stuck";
  return JSON.stringify(grid) === JSON.stringify(position.cells) ? "fine" : "changes";
}
