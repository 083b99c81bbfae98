// Positions that are set up by hand. The rules of a game are written down as a
// Mode code, of which every game begins with a given board and score: so
// replays, restarts and links of such games are those of any other mode.

import { position as texts } from "virtual:texts/position";
import type { Content } from "./types";

/** A board, row by row, with the score that a game on it begins with. */
export interface Position {
  cells: Content[][];
  score: number;
}

/** Boards of more cells can't be set up by hand, nor come from a link. */
export const MOST_CELLS = 400;

/** Pieces of a Mode code of version 3.0. */
const PIECES = { grid: 4, forcedSpawns: 12, startTiles: 27, scripts: 33 } as const;

/** The text of a piece: base-64 of ASCII, in which other characters are entities. */
function textOf(piece: string): string {
  return atob(piece).replace(/&#x([0-9a-f]+);/gi, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}

function pieceOf(text: string): string {
  const entity = (letter: string) => `&#x${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
  return btoa(text.replace(/[&<>"'\u0080-\u{10ffff}]/gu, entity));
}

/** The script that gives a game its first score. */
function scoring(score: number): Content {
  return [[0, "@add_score", score], "EndModeSetup"];
}

/** The score that a script gives a game at its start, if it is one of `scoring`. */
function scoreOf(script: Content | undefined): number | null {
  if (!Array.isArray(script) || !Array.isArray(script[0])) return null;
  const score = script[0][2];
  return typeof score === "number" && JSON.stringify(script) === JSON.stringify(scoring(score))
    ? score
    : null;
}

/** The empty board of a mode, with its holes, from its code. */
export function emptyBoard(code: string): Content[][] {
  const cells = JSON.parse(textOf(code.split("|")[PIECES.grid] ?? "")) as Content[][];
  return cells.map((row) => row.map((cell) => (Array.isArray(cell) ? "@Empty" : cell)));
}

/** The code of a mode like that of another code, whose games begin with a position. */
export function positionCode(code: string, { cells, score }: Position): string {
  const pieces = code.split("|");
  const scripts = JSON.parse(textOf(pieces[PIECES.scripts] ?? "")) as Content[];
  // A position that was set up from another one has its own score.
  if (scoreOf(scripts.at(-1)) !== null) scripts.pop();
  if (score !== 0) scripts.push(scoring(score));
  pieces[PIECES.grid] = pieceOf(JSON.stringify(cells));
  pieces[PIECES.forcedSpawns] = pieceOf("[]");
  pieces[PIECES.startTiles] = pieceOf("0");
  pieces[PIECES.scripts] = pieceOf(JSON.stringify(scripts));
  return pieces.join("|");
}

/** A position as a text, for links. */
export function writePosition({ cells, score }: Position): string {
  return JSON.stringify([score, cells]);
}

function partsOf(text: string): unknown[] {
  try {
    const parts = JSON.parse(text) as unknown;
    if (Array.isArray(parts)) return parts;
  } catch {
    // It is no JSON at all.
  }
  throw new Error(texts.none);
}

/** The position that a text tells. Whether its cells fit a mode is up to the engine. */
export function readPosition(text: string): Position {
  const [score, cells] = partsOf(text);
  const isBoard = Array.isArray(cells) && cells.every((row) => Array.isArray(row));
  if (!isBoard || !Number.isSafeInteger(score) || cells.flat().length > MOST_CELLS)
    throw new Error(texts.none);
  return { cells: cells as Content[][], score: score as number };
}
