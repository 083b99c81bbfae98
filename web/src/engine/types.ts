// What the site needs of a game, whether the engine plays it or the starter
// that bridges the time until the engine has been loaded.

import type { GameState, GameView, RulesLine, TileFace, Turn } from "polymerge";

export type {
  CellView,
  DirectionInfo,
  GameState,
  GameView,
  ModeInfo,
  Place,
  PlacedTile,
  RulesLine,
  StatBoxView,
  TileFace,
  Turn,
  TurnEvent,
} from "polymerge";

/** What can be drawn: a game or a step of a replay. */
export interface Shown {
  state(): GameState;
  view(now?: number): GameView;
  face(id: number): TileFace;
}

/** A game that can be played. */
export interface Playable extends Shown {
  readonly seed: string;
  play(direction: number, now?: number): Turn;
  playOn(now?: number): Turn;
  clickTile(row: number, column: number, now?: number): Turn;
  clickStatBox(index: number, now?: number): Turn;
  tick(now?: number): Turn;
  undo(): boolean;
  redo(): boolean;
  rules(): RulesLine[];
}
