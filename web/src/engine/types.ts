// What the site needs of a game, whether the engine plays it or the starter
// that bridges the time until the engine has been loaded.

import type { GameState, GameView, ModeInfo, RulesLine, TileFace, Turn, TurnOptions } from "polymerge";

export type {
  CellView,
  ChangeOptions,
  Content,
  Direction,
  EvaluateOptions,
  Evaluation,
  GameState,
  GameView,
  ModeInfo,
  Modifier,
  ModifiersInfo,
  ModifiersOptions,
  Place,
  PlacedTile,
  PresetInfo,
  Problem,
  RulesLine,
  Setting,
  StatBoxView,
  TileFace,
  Turn,
  TurnEvent,
  TurnOptions,
} from "polymerge";

import type { Direction } from "polymerge";

/** An object that can be drawn: a game, or a step of a replay. */
export interface Shown {
  state(): GameState;
  view(now?: number): GameView;
  face(id: number): TileFace;
}

/** A game that can be played where it is: the engine's own, or the starter's. */
export interface Playable extends Shown {
  readonly seed: string;
  play(direction: number, now?: number, options?: TurnOptions): Turn;
  playOn(now?: number, options?: TurnOptions): Turn;
  clickTile(row: number, column: number, now?: number, options?: TurnOptions): Turn;
  clickStatBox(index: number, now?: number, options?: TurnOptions): Turn;
  tick(now?: number, options?: TurnOptions): Turn;
  undo(): boolean;
  redo(): boolean;
  rules(): RulesLine[];
}

/** The state of a game, without the parts that only the engine asks for. */
export type Standing = Omit<GameState, "grid">;

/** The visible state of a game at a moment, as it comes from a worker. */
export interface Look {
  view: GameView;
  state: Standing;
  /** The looks of tiles that were not told before. */
  faces: TileFace[];
}

/** The result of an action. */
export interface Outcome extends Look {
  /** Absent if a step was taken back or made again. */
  turn: Turn | null;
  /** True if the action changed anything; false, for example, if there was no step to take back. */
  done: boolean;
}

/** The name of a mode and its facts that matter for playing. */
export interface ModeFacts {
  /** Name in the catalogue; "" if it has none, or was changed. */
  name: string;
  title: string;
  about: string;
  directions: readonly Direction[];
  interval: number | undefined;
  /** True if clicks on tiles have an effect. */
  clickable: boolean;
}

/** The names under which a game is listed. */
export type Names = Pick<ModeInfo, "name" | "title">;
