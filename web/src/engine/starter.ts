// Classic 2048 alone, for the first moments: the page can be played while the engine
// is still on its way. It draws the same random numbers in the same order as
// the engine, which then takes the game over by repeating what was done
// (game/model.ts); a test compares the two move by move.

import { Random } from "./random";
import type { GameState, GameView, Playable, RulesLine, TileFace, Turn, TurnEvent } from "./types";

/** The looks of the mode, made by the engine when the site was built. */
export interface StarterLooks {
  mode: string;
  /** The view of a game without tiles. */
  view: GameView;
  /** The faces of the tiles 1, 2, 4, ...: ids are exponents. */
  faces: TileFace[];
  rules: RulesLine[];
}

const SIDE = 4;
const START_TILES = 2;
const WIN = 11;
type Spawns = readonly [exponent: number, weight: number][];
/** The tiles that spawn after a move: 2s, and now and then a 4. */
const SPAWNS: Spawns = [
  [1, 90],
  [2, 10],
];
/** The tiles that spawn at the start: 2s alone. */
const STARTS: Spawns = SPAWNS.slice(0, 1);
const EMPTY = -1;
const UP = 0;
const DOWN = 1;
const LEFT = 2;

interface Moment {
  grid: readonly number[];
  score: number;
  moves: number;
  merges: number;
  available: readonly boolean[];
  won: boolean;
  screen: GameState["screen"];
  random: Random;
}

const places = (grid: readonly number[]) => grid.map((_, cell) => cell);
const place = (cell: number) => ({ row: Math.floor(cell / SIDE), column: cell % SIDE });
const tile = (exponent: number) => (exponent === EMPTY ? "@Empty" : [exponent]);
const placed = (cell: number, exponent: number) => ({ ...place(cell), tile: tile(exponent), face: exponent });

/** The cells of a line, those at the front of the move first. */
function line(direction: number, index: number): number[] {
  const along = Array.from({ length: SIDE }, (_, step) =>
    direction === UP || direction === DOWN ? step * SIDE + index : index * SIDE + step,
  );
  return direction === UP || direction === LEFT ? along : along.reverse();
}

export class Starter implements Playable {
  private now: Moment;
  private past: Moment[] = [];
  private future: Moment[] = [];

  constructor(
    readonly seed: string,
    private readonly looks: StarterLooks,
  ) {
    const random = Random.seeded(BigInt(seed));
    this.now = {
      grid: Array<number>(SIDE * SIDE).fill(EMPTY),
      score: 0,
      moves: 0,
      merges: 0,
      available: [true, true, true, true],
      won: false,
      screen: "play",
      random,
    };
    const grid = [...this.now.grid];
    // Cells that were looked at in one go are not looked at again.
    const cells = places(grid);
    for (let count = 0; count < START_TILES; count++) this.spawn(grid, random, cells, STARTS);
    this.now = { ...this.now, grid };
  }

  private drawTile(random: Random, spawns: Spawns): number {
    let rest = random.next() * spawns.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [exponent, weight] of spawns) {
      rest -= weight;
      if (rest <= 0) return exponent;
    }
    return EMPTY;
  }

  /** Puts the next tile into one of the cells that is free; those tried are taken off the list. */
  private spawn(grid: number[], random: Random, cells: number[], spawns = SPAWNS): TurnEvent | null {
    const exponent = this.drawTile(random, spawns);
    while (cells.length > 0) {
      const [cell = 0] = cells.splice(Math.floor(random.next() * cells.length), 1);
      if (grid[cell] !== EMPTY) continue;
      grid[cell] = exponent;
      return { kind: "spawn", place: place(cell), tile: tile(exponent), face: exponent, forced: false };
    }
    return null;
  }

  play(direction: number): Turn {
    const { now } = this;
    if (now.screen !== "play" || !now.available[direction])
      throw new Error("this direction can't be pressed");
    const grid = [...now.grid];
    const events: TurnEvent[] = [];
    const won = Array.from({ length: SIDE }, (_, index) => this.shift(grid, line(direction, index), events));
    if (events.length === 0) return this.block(direction);
    const random = now.random.copy();
    const spawned = this.spawn(grid, random, places(grid));
    if (spawned) events.push(spawned);
    const merged = events.filter((event) => event.kind === "merge");
    const score = merged.reduce((sum, event) => sum + event.score, 0);
    const wins = !now.won && won.includes(true);
    if (wins) events.push({ kind: "screen", screen: "win" });
    this.past.push(now);
    this.future = [];
    this.now = {
      grid,
      random,
      score: now.score + score,
      moves: now.moves + 1,
      merges: now.merges + merged.length,
      available: [true, true, true, true],
      won: now.won || wins,
      screen: wins ? "win" : "play",
    };
    return { moved: true, events, score };
  }

  /** Moves and merges one line; whether that made a winning tile. */
  private shift(grid: number[], cells: readonly number[], events: TurnEvent[]): boolean {
    let won = false;
    let free = 0;
    let mergeable = -1;
    for (const cell of cells) {
      const exponent = grid[cell] ?? EMPTY;
      if (exponent === EMPTY) continue;
      const front = cells[mergeable];
      if (front !== undefined && grid[front] === exponent) {
        grid[cell] = EMPTY;
        grid[front] = exponent + 1;
        events.push({
          kind: "merge",
          pass: 0,
          rule: 0,
          inputs: [placed(cell, exponent), placed(front, exponent)],
          outputs: [placed(front, exponent + 1), placed(cell, EMPTY)],
          score: 2 ** (exponent + 1),
        });
        won ||= exponent + 1 >= WIN;
        mergeable = -1;
        continue;
      }
      const target = cells[free] ?? cell;
      if (target !== cell) {
        grid[cell] = EMPTY;
        grid[target] = exponent;
        events.push({ kind: "slide", pass: 0, tile: tile(exponent), from: place(cell), to: place(target) });
      }
      mergeable = free;
      free += 1;
    }
    return won;
  }

  /** Notes that a direction moves nothing; when none does, the game is over. */
  private block(direction: number): Turn {
    const available = this.now.available.map((free, index) => free && index !== direction);
    const over = available.every((free) => !free);
    this.now = { ...this.now, available, screen: over ? "over" : "play" };
    const events: TurnEvent[] = [{ kind: "directionBlocked", direction }];
    if (over) events.push({ kind: "screen", screen: "over" });
    return { moved: false, events, score: 0 };
  }

  playOn(): Turn {
    this.past.push(this.now);
    this.now = { ...this.now, screen: "play" };
    return { moved: false, events: [{ kind: "screen", screen: "play" }], score: 0 };
  }

  clickTile(): Turn {
    return { moved: false, events: [], score: 0 };
  }

  clickStatBox(): Turn {
    return { moved: false, events: [], score: 0 };
  }

  tick(): Turn {
    return { moved: false, events: [], score: 0 };
  }

  undo(): boolean {
    const before = this.past.pop();
    if (!before) return false;
    this.future.push(this.now);
    this.now = before;
    return true;
  }

  redo(): boolean {
    const after = this.future.pop();
    if (!after) return false;
    this.past.push(this.now);
    this.now = after;
    return true;
  }

  rules(): RulesLine[] {
    return this.looks.rules;
  }

  face(id: number): TileFace {
    const face = this.looks.faces[id];
    if (!face) throw new Error(`there is no look for 2^${id} yet`);
    return face;
  }

  state(): GameState {
    const { grid, score, moves, merges, screen, available } = this.now;
    return {
      screen,
      canPlayOn: screen === "win",
      canUndo: this.past.length > 0,
      canRedo: this.future.length > 0,
      steps: this.past.length,
      score,
      moves,
      merges,
      rows: SIDE,
      columns: SIDE,
      grid: rows(grid).map((row) => row.map(tile)),
      available: [...available],
      discovered: 0,
      seed: this.seed,
    };
  }

  view(): GameView {
    const { view } = this.looks;
    const ground = view.cells[0]?.[0]?.ground ?? null;
    const cells = rows(this.now.grid).map((row) =>
      row.map((face) => ({
        ground,
        face,
        tile: face === EMPTY ? null : [face],
        slippery: false,
        blocked: false,
      })),
    );
    const score = `${this.now.score}`;
    const statBoxes = view.statBoxes.map((box) => ({ ...box, value: score, valueHtml: score }));
    return { ...view, cells, statBoxes };
  }
}

function rows(grid: readonly number[]): number[][] {
  return Array.from({ length: SIDE }, (_, row) => grid.slice(row * SIDE, (row + 1) * SIDE));
}
