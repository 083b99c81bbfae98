// A replay that is watched: where it is to be, and where it is.

import { Faces } from "../board/faces";
import type { RemoteReplay } from "../engine/remote";
import type { Look, Turn } from "../engine/types";
import { messageOf } from "../summary";

/** A visible step on the way to another position: a turn, or nothing of it. */
export interface Shift {
  turn: Turn | null;
}

export class ReplayController {
  faces: Faces;
  look: Look;
  /** The position that is shown, or that is being gone to. */
  position: number;
  /** The reason why a position could not be reached. */
  problem = "";
  readonly last: number;
  private moving = false;

  /** `changed` is told when it is elsewhere; with `null`, when it is only on its way there. */
  constructor(
    private readonly replay: RemoteReplay,
    private readonly changed: (shift: Shift | null) => void,
  ) {
    this.look = replay.first;
    this.faces = new Faces(replay.first.faces);
    this.position = replay.position;
    this.last = replay.times.length - 1;
    replay.onReturn = (_, look) => {
      look.then(
        (look) => {
          this.faces = new Faces();
          this.arrive(look, null);
        },
        (error: unknown) => this.fail(error),
      );
    };
  }

  /** True if the position that was asked for is shown. */
  get isThere(): boolean {
    return this.position === this.replay.position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.last;
  }

  step(): void {
    this.seek(this.position + 1);
  }

  /** Goes to a position; of several that are asked for meanwhile, the last counts. */
  seek(position: number): void {
    this.position = Math.min(Math.max(position, 0), this.last);
    this.problem = "";
    this.changed(null);
    if (!this.moving) void this.move();
  }

  private async move(): Promise<void> {
    this.moving = true;
    try {
      while (this.position !== this.replay.position) {
        const isNext = this.position === this.replay.position + 1;
        const step = isNext ? await this.replay.step() : null;
        if (step) this.arrive(step.look, step.turn);
        else this.arrive(await this.replay.seek(this.position), null);
      }
    } catch (error) {
      this.fail(error);
    }
    this.moving = false;
  }

  private arrive(look: Look, turn: Turn | null): void {
    this.faces.add(look.faces);
    this.look = look;
    this.changed({ turn });
  }

  private fail(error: unknown): void {
    this.position = this.replay.position;
    this.problem = messageOf(error);
    this.changed(null);
  }
}
