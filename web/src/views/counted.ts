// A number that counts up to its new value. The text is the new value at once, for all who read it;
// only what is drawn comes after it.

import { useLayoutEffect, useRef } from "preact/hooks";
import { setting } from "../store/settings";
import { grouped } from "../texts/numbers";

/** Milliseconds of counting. */
const TIME = 350;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the whole number that a text is; not a number, if it is none. */
export function countable(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns the number that is drawn when a part of the time has passed: quick at first, then slower. */
export function counting(from: number, to: number, part: number): number {
  return Math.round(to - (to - from) * (1 - part) ** 3);
}

/**
 * Has an element count up to its number; `value` is the number, and not a number for other texts.
 * Nothing was gained where the number is that of another game.
 */
export function useCounting(value: number, game: unknown) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef({ value, game });
  useLayoutEffect(() => {
    const { current } = element;
    const from = before.current.game === game ? before.current.value : value;
    before.current = { value, game };
    // Numbers that become smaller, and what is no number, are shown as they are.
    if (!current || !(value > from + 1) || reduced.matches || !(setting("pace") > 0)) return;
    const start = performance.now();
    const draw = (part: number) => {
      current.dataset.count = grouped(`${counting(from, value, part)}`);
    };
    let frame = requestAnimationFrame(function next(now) {
      const part = (now - start) / TIME;
      if (part >= 1) return done();
      draw(Math.max(0, part));
      frame = requestAnimationFrame(next);
    });
    const done = () => {
      cancelAnimationFrame(frame);
      delete current.dataset.count;
    };
    draw(0);
    return done;
  }, [value, game]);
  return element;
}
