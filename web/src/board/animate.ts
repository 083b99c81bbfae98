// Animations of a turn: tiles slide, what merged pops, what is new grows; and
// back again when the turn is taken back. There is no moment in which a place
// looks empty that is not: what vanishes stays until what comes is opaque.

import type { Place } from "../engine/types";
import { cornerOf, type Geometry, type Point } from "../input/geometry";
import { setting } from "../store/settings";
import type { Motion } from "./motion";

/** The time in which tiles slide, in milliseconds. */
const SLIDE = 100;
const POP = 140;
/** The time for which vanishing tiles stay below those that replace them: two frames at least. */
const BELOW = 40;
/** Turns that follow one another faster than this are shown as they end: their
 * animations would cost more frames than they could be seen in. */
const HASTE = 80;

/** The board that animations are applied to. */
export interface AnimationTarget {
  geometry: Geometry;
  tile(place: Place): HTMLElement | null;
  ghost(face: number, place: Place): HTMLElement;
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Animator {
  private running: Animation[] = [];
  private ghosts: HTMLElement[] = [];
  private last = -Infinity;

  constructor(private readonly host: HTMLElement) {}

  /** Ends everything: what is shown is what is. */
  finish(): void {
    for (const animation of this.running) animation.cancel();
    for (const ghost of this.ghosts) ghost.remove();
    this.running = [];
    this.ghosts = [];
  }

  run(motion: Motion, target: AnimationTarget): void {
    const pace = setting("pace");
    if (this.isStill()) return;
    const [slide, pop] = [SLIDE * pace, POP * pace];
    const slides = [...motion.travels, ...motion.vanishings].some(
      ({ from, to }) => from.row !== to.row || from.column !== to.column,
    );
    const timing: KeyframeAnimationOptions = { duration: slide, easing: "cubic-bezier(.3,.1,.3,1)" };
    for (const { from, to } of motion.travels) {
      const tile = target.tile(to);
      if (tile)
        this.start(tile, [{ translate: offset(target.geometry, to, from) }, { translate: "0 0" }], timing);
    }
    for (const { from, to, face } of motion.vanishings) {
      const frames = [{ translate: "0 0" }, { translate: offset(target.geometry, from, to) }];
      this.pass(target.ghost(face, from), frames, { ...timing, endDelay: BELOW });
    }
    for (const { place, face } of motion.leavings)
      this.pass(target.ghost(face, place), [...SPAWN].reverse(), { duration: slide, easing: "ease-in" });
    const delay = slides ? slide : 0;
    for (const { place, kind } of motion.arrivals) {
      const tile = target.tile(place);
      if (!tile) continue;
      if (kind === "spawn") {
        this.start(tile, SPAWN, { duration: pop, delay, easing: "ease-out", fill: "backwards" });
        continue;
      }
      // Until the old tiles are there; then it is opaque at once.
      if (delay) this.start(tile, [HIDDEN, HIDDEN], { duration: delay });
      this.start(tile, kind === "merge" ? MERGE : CHANGE, { duration: pop, delay, easing: "ease-out" });
    }
  }

  /** Moves something that is only there for that. */
  private pass(ghost: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    this.ghosts.push(ghost);
    this.start(ghost, frames, { ...timing, fill: "forwards" }).addEventListener("finish", () =>
      ghost.remove(),
    );
  }

  /** A short push in a direction that moves nothing. */
  nudge({ x, y }: Point): void {
    if (this.isStill()) return;
    const length = Math.hypot(x, y) || 1;
    const push = `${(6 * x) / length}px ${(6 * y) / length}px`;
    this.start(this.host, [{ translate: "0 0" }, { translate: push }, { translate: "0 0" }], {
      duration: 120,
    });
  }

  /**
   * Returns true if nothing is to move now: by the player's setting, or since turns follow one
   * another too fast.
   */
  private isStill(): boolean {
    const before = this.last;
    this.last = performance.now();
    return reduced.matches || !(setting("pace") > 0) || this.last - before < HASTE;
  }

  private start(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.running.push(animation);
    return animation;
  }
}

const HIDDEN: Keyframe = { visibility: "hidden" };
const MERGE: Keyframe[] = [{ scale: 1 }, { scale: 1.14, offset: 0.4 }, { scale: 1 }];
const CHANGE: Keyframe[] = [{ scale: 1 }, { scale: 0.92, offset: 0.4 }, { scale: 1 }];
const SPAWN: Keyframe[] = [
  { scale: 0.2, opacity: 0 },
  { scale: 1, opacity: 1 },
];

function offset(geometry: Geometry, from: Place, to: Place): string {
  const [a, b] = [cornerOf(geometry, from), cornerOf(geometry, to)];
  return `calc(var(--u) * ${b.x - a.x}) calc(var(--u) * ${b.y - a.y})`;
}
