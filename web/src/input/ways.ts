// The directions of a mode as ways on the screen.

import { board as texts } from "virtual:texts/board";
import type { Direction } from "../engine/types";
import { type Point, stepOf } from "./geometry";

/** A direction and where it leads. */
export interface Way {
  index: number;
  /** The name in words. */
  readonly name: string;
  step: Point;
  /** Clockwise from the right, in degrees; `null` if it leads nowhere. */
  angle: number | null;
  length: number;
  keys: readonly string[];
}

/** The facts of a direction from which its way follows. */
export type Step = Pick<Direction, "index" | "label" | "rows" | "columns" | "keys">;

/** The directions of a mode, in its order. */
export function waysOf(hexagonal: boolean, directions: readonly Step[]): Way[] {
  return directions.map((direction) => {
    const step = stepOf(hexagonal, direction);
    const length = Math.hypot(step.x, step.y);
    const angle = length > 0 ? (Math.atan2(step.y, step.x) * 180) / Math.PI : null;
    return {
      index: direction.index,
      // When it is spoken of: until then there may be another language.
      get name() {
        return nameOf(direction, angle);
      },
      step,
      angle,
      length,
      keys: direction.keys,
    };
  });
}

function nameOf(direction: Step, angle: number | null): string {
  const { label } = direction;
  // Arrows are not tested: a browser takes as long to compile this pattern as for the rest of the first frame.
  if (label.length > 1 && /^\p{L}[\p{L}\p{N} -]+$/u.test(label)) return label.toLowerCase();
  if (angle === null) return texts.stay;
  return texts.compass[Math.round(((angle + 360) % 360) / 45) % 8] ?? label;
}

/** Returns the angle between two angles, from 0 to 180 degrees. */
export function between(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return apart > 180 ? 360 - apart : apart;
}

/**
 * The way that a swipe means: the one that leads most nearly where it went.
 * Of several in that direction one finger means the shortest, each further
 * finger a longer one; more fingers than there are ways mean none of them.
 */
export function wayOfSwipe(ways: readonly Way[], swipe: Point, fingers = 1): Way | null {
  const angle = (Math.atan2(swipe.y, swipe.x) * 180) / Math.PI;
  const apart = (way: Way) => (way.angle === null ? 180 : between(way.angle, angle));
  const closest = Math.min(...ways.map(apart));
  // Far beside all of them it was not meant for any.
  if (!(closest <= 60)) return null;
  const meant = ways.filter((way) => way.angle !== null && apart(way) < closest + 1);
  meant.sort((a, b) => a.length - b.length);
  return meant[fingers - 1] ?? null;
}
