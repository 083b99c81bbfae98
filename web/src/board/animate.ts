// Animations of a turn: tiles slide, what merged pops, what is new grows.

import type { Place } from "../engine/types";
import { cornerOf, type Geometry, type Point } from "./geometry";
import type { Motion } from "./motion";

/** How long tiles slide, in milliseconds. */
export const SLIDE = 100;
const POP = 140;
/** Turns that follow one another faster than this are shown as they end: their
 * animations would cost more frames than they could be seen in. */
const HASTE = 80;

/** What the animations are applied to. */
export interface Stage {
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

  run(motion: Motion, stage: Stage): void {
    if (this.isStill()) return;
    const slides = motion.travels.length + motion.vanishings.length > 0;
    const timing: KeyframeAnimationOptions = { duration: SLIDE, easing: "cubic-bezier(.3,.1,.3,1)" };
    for (const { from, to } of motion.travels) {
      const tile = stage.tile(to);
      if (tile)
        this.start(tile, [{ translate: offset(stage.geometry, to, from) }, { translate: "0 0" }], timing);
    }
    for (const { from, to, face } of motion.vanishings) {
      const ghost = stage.ghost(face, from);
      this.ghosts.push(ghost);
      const frames = [{ translate: "0 0" }, { translate: offset(stage.geometry, from, to) }];
      const animation = this.start(ghost, frames, { ...timing, fill: "forwards" });
      animation.addEventListener("finish", () => ghost.remove());
    }
    const delay = slides ? SLIDE : 0;
    for (const { place, kind } of motion.arrivals) {
      const tile = stage.tile(place);
      if (tile)
        this.start(tile, ARRIVALS[kind], { duration: POP, delay, easing: "ease-out", fill: "backwards" });
    }
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

  /** Whether nothing is to move now: by the player's setting, or since turns follow one another too fast. */
  private isStill(): boolean {
    const before = this.last;
    this.last = performance.now();
    return reduced.matches || this.last - before < HASTE;
  }

  private start(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.running.push(animation);
    return animation;
  }
}

const ARRIVALS: Record<Motion["arrivals"][number]["kind"], Keyframe[]> = {
  merge: [
    { scale: 0.9, opacity: 0 },
    { scale: 1.14, opacity: 1, offset: 0.45 },
    { scale: 1, opacity: 1 },
  ],
  spawn: [
    { scale: 0.2, opacity: 0 },
    { scale: 1, opacity: 1 },
  ],
  change: [
    { scale: 0.8, opacity: 0.2 },
    { scale: 1, opacity: 1 },
  ],
};

function offset(geometry: Geometry, from: Place, to: Place): string {
  const [a, b] = [cornerOf(geometry, from), cornerOf(geometry, to)];
  return `calc(var(--u) * ${b.x - a.x}) calc(var(--u) * ${b.y - a.y})`;
}
