// Which tiles a mode has: those on a board, those of a few random games, and
// what pairs of them merge into.

import type * as Polymerge from "polymerge";
import type { Game, Mode } from "polymerge";
import { emptyBoard, positionCode } from "./position";
import type { Content } from "./types";

/** A kind of tile. */
export interface Kind {
  content: Content[];
  /** The value of the tile; not a number, if that depends on more. */
  value: number;
}

/** Kinds of tiles that are found, at most. */
const MOST = 40;
/** Random games, and moves of each. */
const GAMES = 12;
const MOVES = 120;
/** Milliseconds for random games, and for merging pairs. */
const BUDGETS = { games: 300, pairs: 900 };
/** Moves and rounds that are made even if they take longer, as on a busy device, until so many kinds are found. */
const LEAST = { moves: 10, rounds: 3, kinds: 12 };

class Kinds {
  private readonly known = new Map<string, Kind>();

  has(content: Content): boolean {
    return this.known.has(JSON.stringify(content));
  }

  get isFull(): boolean {
    return this.known.size >= MOST;
  }

  get areFew(): boolean {
    return this.known.size < LEAST.kinds;
  }

  add(content: Content, value: number | undefined): void {
    if (!Array.isArray(content) || this.isFull || this.has(content)) return;
    this.known.set(JSON.stringify(content), { content, value: value ?? Number.NaN });
  }

  /** The tiles on the board of a game. */
  addBoard(game: Game): void {
    for (const number of new Set(game.kinds())) {
      const { sort, content, value } = game.kind(number);
      if (sort === "tile") this.add(content, value);
    }
  }

  /** The least worth first; those whose worth is not known last. */
  sorted(): Kind[] {
    const rank = ({ value }: Kind) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value);
    const order = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
    return [...this.known.values()].sort((a, b) => order(rank(a), rank(b)));
  }
}

/** The kinds of tiles that a game's mode has, as far as they are found soon; those on its board among them. */
export function kindsOf(engine: typeof Polymerge, game: Game, now = () => performance.now()): Kind[] {
  const kinds = new Kinds();
  kinds.addBoard(game);
  fromGames(engine, game.mode, kinds, now);
  fromPairs(engine, game.modeCode(), kinds, now);
  return kinds.sorted();
}

function fromGames({ Batch }: typeof Polymerge, mode: Mode, kinds: Kinds, now: () => number): void {
  const until = now() + BUDGETS.games;
  const batch = new Batch(mode, { games: GAMES, seed: 0 });
  const seen = new Set<number>();
  for (
    let move = 0;
    move < MOVES && (now() < until || (move < LEAST.moves && kinds.areFew)) && !kinds.isFull;
    move++
  ) {
    for (const number of batch.kinds()) {
      if (seen.has(number)) continue;
      seen.add(number);
      const { sort, content, value } = batch.kind(number);
      if (sort === "tile") kinds.add(content, value);
    }
    if (batch.directions === 0) break;
    const available = batch.available();
    const chosen = Uint8Array.from({ length: GAMES }, (_, game) => {
      const own = [...available.subarray(game * batch.directions, (game + 1) * batch.directions).keys()];
      const open = own.filter((direction) => available[game * batch.directions + direction]);
      // Any order will do that is not the same in all games.
      return open[(move * 7 + game * 3) % Math.max(1, open.length)] ?? 0;
    });
    batch.step(chosen);
  }
  batch.free();
}

/** Puts pairs of tiles side by side and moves them together, until nothing new comes of it. */
function fromPairs(engine: typeof Polymerge, code: string, kinds: Kinds, now: () => number): void {
  const until = now() + BUDGETS.pairs;
  const board = emptyBoard(code);
  const tried = new Set<string>();
  for (let round = 0; (now() < until || (round < LEAST.rounds && kinds.areFew)) && !kinds.isFull; round++) {
    const pairs = pairsOf(kinds.sorted()).filter((pair) => !tried.has(JSON.stringify(pair)));
    const { cells, used } = placed(board, pairs);
    if (used.length === 0) return;
    for (const pair of used) tried.add(JSON.stringify(pair));
    const { Game, Mode } = engine;
    const game = Game.start(Mode.fromCode(positionCode(code, { cells, score: 0 })), { seed: 0, now: 0 });
    const sideways = game.mode.directions.filter(({ rows, columns }) => rows === 0 && columns !== 0);
    const way = (sideways[0] ?? game.mode.directions[0])?.index;
    try {
      if (way !== undefined) game.press(way, 0);
      kinds.addBoard(game);
    } finally {
      game.free();
    }
  }
}

/** Pairs that may merge: two of a kind, and neighbours in worth; the most valuable first, which lead on. */
function pairsOf(kinds: readonly Kind[]): Content[][] {
  return [...kinds.entries()].reverse().flatMap(([index, { content }]) => {
    const next = kinds[index + 1];
    return [[content, content], ...(next ? [[content, next.content]] : [])];
  });
}

/** A pair in each row that has room for one. */
function placed(board: readonly Content[][], pairs: readonly Content[][]) {
  const used: Content[][] = [];
  const cells = board.map((row) => {
    const free = [...row.keys()].filter((column) => row[column] === "@Empty");
    const pair = pairs[used.length];
    if (free.length < 2 || !pair) return row;
    used.push(pair);
    return row.map((cell, column) => pair[free.indexOf(column)] ?? cell);
  });
  return { cells, used };
}
