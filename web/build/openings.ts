// The openings of a mode (src/game/opening.ts), played by the engine.

import type { Game, GameView, Mode, Turn } from "polymerge";
import type { Standing } from "../src/engine/types.ts";
import type { Opening, Openings, Step } from "../src/game/opening.ts";
import { FILES, fileOf } from "../src/game/openingfile.ts";
import type { Patch } from "../src/game/patch.ts";
import { BUILT_SOON } from "./pack.mjs";

/** Beginnings in each file of a mode: one more is a longer way to all of them. */
const GAMES = BUILT_SOON ? 1 : 4;
/** Moves of each that are known, in every direction. */
const MOVES = 1;
/** Directions pressed in vain before a move that are known: then another one is pressed. */
const VAIN = 2;
/** Two times, at which games differ that depend on the time: these take an engine. */
const TIMES = [0, 1_800_000_000_123] as const;

/** The state of a game and its view, with numbers of looks that all games of a mode have in common. */
interface Moment {
  view: GameView;
  state: Standing;
}

/** Returns the difference that leads from a value of JSON to another; `null` if there is none. */
export function difference(from: unknown, to: unknown): Patch | null {
  if (from === to) return null;
  if (typeof from !== "object" || typeof to !== "object" || !from || !to) return [to];
  const [old, made] = [Object.entries(from), new Map(Object.entries(to))];
  const isAlike = Array.isArray(from)
    ? Array.isArray(to) && from.length === to.length
    : !Array.isArray(to) && old.every(([key]) => made.has(key));
  if (!isAlike) return [to];
  const before = new Map(old);
  const parts: [string, Patch][] = [];
  for (const [key, value] of made) {
    const part = difference(before.get(key), value);
    if (part) parts.push([key, part]);
  }
  return parts.length > 0 ? Object.fromEntries(parts) : null;
}

const patch = (from: unknown, to: unknown): Patch => difference(from, to) ?? {};

/** The looks of tiles in all games of a file, each once. */
class Looks {
  readonly faces: Openings["faces"] = [];
  private readonly places = new Map<string, number>();
  private readonly known = new WeakMap<Game, Map<number, number>>();

  /** Returns the value with these numbers in place of those of its game. */
  renumbered<T>(value: T, game: Game): T {
    const known = this.known.get(game) ?? new Map<number, number>();
    this.known.set(game, known);
    const number = (id: number) => {
      if (id < 0) return id;
      const place = known.get(id) ?? this.place(game, id);
      known.set(id, place);
      return place;
    };
    return JSON.parse(JSON.stringify(value), (key, value) => {
      if (key === "face" && typeof value === "number") return number(value);
      return /^(faces|nextTiles)$/.test(key) && Array.isArray(value) ? value.map(number) : value;
    });
  }

  private place(game: Game, id: number): number {
    const { id: _, ...face } = game.face(id);
    const text = JSON.stringify(face);
    const place = this.places.get(text) ?? this.faces.push(face) - 1;
    this.places.set(text, place);
    return place;
  }
}

/** The moves that are still to be played, and the presses in vain. */
interface Left {
  moves: number;
  vain: number;
}

/** A game as it stands at one of its moves, once for each of the times. */
class Standings {
  constructor(
    private readonly games: readonly Game[],
    private readonly looks: Looks,
  ) {}

  /** Returns the same answer of all of them; `null` if they differ. */
  private same<T>(of: (game: Game, now: number) => T): T | null {
    const [first, ...others] = this.games.map((game, index) =>
      this.looks.renumbered(of(game, TIMES[index] ?? 0), game),
    );
    const text = JSON.stringify(first);
    return first !== undefined && others.every((other) => JSON.stringify(other) === text) ? first : null;
  }

  moment(): Moment | null {
    return this.same((game, now) => {
      const { grid: _, ...state } = game.state();
      return { view: game.view(now), state };
    });
  }

  private play(direction: number): Turn | null {
    try {
      return this.same((game, now) => game.play(direction, now, { faces: true }));
    } catch {
      // The engine of the page says what is the matter.
      return null;
    }
  }

  /** The step in a direction, and those after it; `null` if it can't be known. */
  private step(before: Moment, direction: number, left: Left): Step | null {
    const next = new Standings(
      // A copy numbers its looks anew.
      this.games.map((game) => game.copy()),
      this.looks,
    );
    const turn = next.play(direction);
    const after = turn && next.moment();
    const then = turn?.moved ? { moves: left.moves - 1, vain: left.vain } : { ...left, vain: left.vain - 1 };
    const isEnd = then.moves === 0 || then.vain < 0;
    const step = after && {
      turn,
      view: patch(before.view, after.view),
      state: patch(before.state, after.state),
      ...(!isEnd && { next: next.steps(after, then) }),
    };
    next.free();
    return step;
  }

  /** The steps after a moment, by direction. */
  steps(before: Moment, left: Left): (Step | null)[] {
    return before.state.available.map((isFree, direction) =>
      isFree && before.state.screen === "play" ? this.step(before, direction, left) : null,
    );
  }

  free(): void {
    for (const game of this.games) game.free();
  }
}

/** The seeds of a file. */
function seedsOf(file: number): string[] {
  const all = Array.from({ length: FILES * GAMES }, (_, index) => `${(index + 1) * 1_000_003}`);
  return all.filter((seed) => fileOf(seed) === file);
}

/**
 * The openings of a mode in one of its files; `undefined` if its games begin in another way at
 * another time.
 */
export function openingsOf(
  Games: typeof Game,
  mode: Mode,
  empty: Moment,
  file: number,
): Openings | undefined {
  const looks = new Looks();
  const games: Opening[] = [];
  for (const [index, seed] of seedsOf(file).entries()) {
    const begun = new Standings(
      // A mode that asks for the time does so in each of its games.
      (index === 0 ? TIMES : TIMES.slice(0, 1)).map((now) => Games.start(mode, { seed, now })),
      looks,
    );
    const start = begun.moment();
    const next = start && begun.steps(start, { moves: MOVES, vain: VAIN });
    begun.free();
    if (!start || !next) return undefined;
    games.push({ seed, view: patch(empty.view, start.view), state: patch(empty.state, start.state), next });
  }
  return { faces: looks.faces, games };
}
