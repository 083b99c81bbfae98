// Openings: beginnings of games of a mode, with what the first moves come to. The engine has played
// them when the site was built, so that they can be played while all engines are on their way.

import type { Action } from "../engine/actions";
import type { GameView, Look, Outcome, RulesLine, Standing, TileFace, Turn } from "../engine/types";
import { type Patch, patched } from "./patch";
import type { OpeningGame, Player } from "./player";

/** The state of a game after a move, as far as it differs from the one before it. */
export interface Step {
  turn: Turn;
  view: Patch;
  state: Patch;
  /** The states after it, by direction; those that are missing take an engine. */
  next?: (Step | null)[];
}

/** The beginning of a game, as far as it differs from the empty board of its mode. */
export interface Opening extends Omit<Step, "turn"> {
  seed: string;
}

/** The beginnings of a mode. */
export interface Openings {
  /** The looks of all tiles in them, whose numbers are their places. */
  faces: Omit<TileFace, "id">[];
  games: Opening[];
}

/** The beginnings of a mode, and its board before any tiles are there. */
export interface Beginning extends Openings {
  view: GameView;
  state: Standing;
}

/** The beginning with a seed, or the one that a seed draws. */
export function openingOf({ games }: Openings, seed: string): Opening | undefined {
  return games.find((game) => game.seed === seed) ?? games[Number(BigInt(seed) % BigInt(games.length))];
}

/** A seed that draws another opening than the present one; the one that was drawn if it does. */
export function seedBeside(openings: Openings | undefined, drawn: string, present: string): string {
  const { games = [] } = openings ?? {};
  const isPresent = openings && openingOf(openings, drawn)?.seed === present;
  const next = games.findIndex(({ seed }) => seed === present) + 1;
  return (isPresent && games[next % games.length]?.seed) || drawn;
}

/** The player of a game whose first moves are known. What is not known waits for the next player. */
export class OpeningPlayer implements OpeningGame {
  readonly seed: string;
  /** Lets another player go on. */
  pass: (player: Player) => void = () => {};
  private readonly following = new Promise<Player>((resolve) => {
    this.pass = resolve;
  });
  private view: GameView;
  private state: Standing;
  private next: Step["next"];

  constructor(
    empty: Beginning,
    { seed, view, state, next }: Opening,
    private readonly faces: readonly TileFace[],
  ) {
    this.seed = seed;
    this.view = patched(empty.view, view);
    this.state = patched(empty.state, state);
    this.next = next;
  }

  /** The player of the opening that a seed names or draws. */
  static of(beginning: Beginning, seed: string): OpeningPlayer | undefined {
    const opening = openingOf(beginning, seed);
    const faces = beginning.faces.map((face, id) => ({ ...face, id }));
    return opening && new OpeningPlayer(beginning, opening, faces);
  }

  look(): Look {
    return { view: this.view, state: this.state, faces: [...this.faces] };
  }

  act(action: Action): Outcome | Promise<Outcome> {
    // The clock begins with the player that follows.
    if (action.do === "tick") return { ...this.look(), turn: null, done: false };
    const step = action.do === "play" && this.next?.[action.direction];
    if (!step) return this.following.then((player) => player.act(action));
    this.view = patched(this.view, step.view);
    this.state = patched(this.state, step.state);
    this.next = step.next;
    return { view: this.view, state: this.state, faces: [], turn: step.turn, done: true };
  }

  async ask(what: "rules"): Promise<RulesLine[]> {
    return (await this.following).ask(what);
  }
}
