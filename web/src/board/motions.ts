// All that moves on a board: turns, steps back and forth, and what floats up over it. A script of its own: a board can be
// seen and played before it is there, and shows at once what a turn has led to.

import type { GameView, TurnEvent } from "../engine/types";
import type { Point } from "../input/geometry";
import { type AnimationTarget, Animator } from "./animate";
import { type Motion, motionOf } from "./motion";
import { Trail } from "./trail";

export { Floats } from "./floats";

export class Motions {
  private readonly animator: Animator;
  private readonly trail = new Trail();

  constructor(host: HTMLElement) {
    this.animator = new Animator(host);
  }

  /** Returns the motion of a turn, and remembers it for steps back and forth. */
  turn(before: GameView, after: GameView, events: readonly TurnEvent[]): Motion {
    const motion = motionOf(before, events);
    this.trail.add({ before, after, motion });
    return motion;
  }

  /** Returns the motion from one board to the other, if one turn that was seen lies between them. */
  step(shown: GameView, next: GameView): Motion | null {
    return this.trail.between(shown, next);
  }

  /** Moves the tiles of a board that is drawn as it stands after the motion. */
  run(motion: Motion, target: AnimationTarget): void {
    this.animator.run(motion, target);
  }

  /** A short push in a direction that moves nothing. */
  nudge(step: Point): void {
    this.animator.nudge(step);
  }

  /** Ends everything: what is shown is what is. */
  finish(): void {
    this.animator.finish();
  }

  /** Forgets the turns of a game that is left. */
  forget(): void {
    this.trail.clear();
  }
}
