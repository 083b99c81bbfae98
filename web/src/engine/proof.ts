// Games as a mode, a seed and moves: what a score server takes and gives.

import { links } from "virtual:texts/links";
import type * as Polymerge from "polymerge";
import type { Game, Mode } from "polymerge";
import { shown } from "../texts/numbers";

/** A game that anyone can play again. */
export interface Recorded {
  /** Name of the mode, or its code where it was changed. */
  mode: string;
  settings?: Record<string, string>;
  modifiersCode?: string;
  seed: string;
  moves: string;
  /** The number of these moves. */
  count: number;
}

/** A game that was played here, as it can be handed in. */
export interface Proof extends Recorded {
  score: number;
  /** The value of the most valuable tile; 0 if it has none. */
  largest: number;
  /**
   * The reason why playing it again would lead to another result; "" if it would not. The page has
   * the words.
   */
  fault: "" | "clicks" | "code" | "other";
}

/** The mode of a game by its name, or by its code where it was changed. */
function sourceOf({ Mode }: typeof Polymerge, played: Mode): { mode: Mode; source: string } | null {
  const { name } = played.info;
  const plain = name ? Mode.builtIn(name) : null;
  if (plain && plain.digest() === played.digest()) return { mode: plain, source: name };
  try {
    const source = played.toCode();
    return { mode: Mode.fromCode(source), source };
  } catch {
    return null;
  }
}

export function proofOf(engine: typeof Polymerge, game: Game): Proof {
  const { seed, score } = game;
  const directions = game.directions();
  const worth = [...game.values()].filter(Number.isFinite);
  const known = { seed, score, largest: Math.max(0, ...worth), count: directions.length };
  const failed = (fault: Proof["fault"]) => ({ ...known, mode: "", moves: "", fault });
  if (directions.includes(-1)) return failed("clicks");
  const found = sourceOf(engine, game.mode);
  if (!found) return failed("code");
  const moves = engine.writeMoves(found.mode, directions);
  const { holds } = engine.verify(found.mode, seed, moves, score, directions.length);
  return { ...known, mode: found.source, moves, fault: holds ? "" : "other" };
}

/** The mode that a game was played in, with settings and modifiers. */
function modeOf({ Mode }: typeof Polymerge, { mode, settings, modifiersCode = "" }: Recorded): Mode {
  const isCode = mode.startsWith("@");
  const plain = isCode ? Mode.fromCode(mode) : Mode.builtIn(mode);
  if (!settings && !modifiersCode) return plain;
  // Modifiers are a code, or words such as `garbage=2`.
  if (modifiersCode.startsWith("@")) return plain.change({ settings: settings ?? {}, modifiersCode });
  const words = modifiersCode.split(/[\s,]+/).filter(Boolean);
  const modifiers = Object.fromEntries(
    words.map((word) => word.split(/=(.*)/s)).map(([name, value]) => [name, value ?? true]),
  );
  return plain.change({ settings: settings ?? {}, modifiers });
}

/** A recorded game, played as far as its moves can be read. */
export interface Replayed {
  game: Game;
  /** The number of moves that could be read. */
  read: number;
  /** True if there are as many moves as there should be, of the mode that is named. */
  isWhole: boolean;
}

/** The last moves that are read may fill up a letter. */
const PADDING = 2;

/** A game of a built-in mode that a link tells, played as far as it can be read. */
export function playedFromLink(
  engine: typeof Polymerge,
  { mode: name, seed, moves, count }: Recorded,
): Replayed {
  const mode = engine.Mode.builtIn(name);
  // One more than there may be, so that a link that holds too much is known.
  const all = engine.readMoves(mode, moves, count + PADDING + 1);
  const wanted = all.slice(0, count);
  const isWhole = wanted.length === count && all.length - count <= PADDING && mode.info.name === name;
  return { game: engine.playMoves(mode, seed, wanted), read: wanted.length, isWhole };
}

/** A recorded game, played. */
export function playedAgain(engine: typeof Polymerge, recorded: Recorded): Game {
  const mode = modeOf(engine, recorded);
  const { seed, moves, count } = recorded;
  const directions = engine.readMoves(mode, moves, count);
  if (directions.length < count)
    throw new Error(links.fewerMoves({ read: shown(directions.length), all: shown(count) }));
  return engine.playMoves(mode, seed, directions);
}
