// Swipes and drags on an element, by finger, pen or mouse.

import { setting } from "../store/settings";
import type { Point } from "./geometry";
import { between } from "./ways";

export interface SwipeHandlers {
  /** A swipe in this direction, made with so many fingers. */
  swipe(way: Point, fingers: number): void;
  /** A press that went nowhere. */
  tap?(target: Element): void;
  /** Returns true if a press may begin a swipe; any may, if this is absent. */
  begins?(target: Element, type: string): boolean;
}

/** The largest angle between the ways of fingers that make one swipe, in degrees. */
const SPREAD = 40;

interface Finger {
  start: Point;
  /** The way of the finger so far. */
  way: Point;
  target: Element;
  isDown: boolean;
}

const lengthOf = ({ x, y }: Point) => Math.hypot(x, y);
const angleOf = ({ x, y }: Point) => (Math.atan2(y, x) * 180) / Math.PI;

/**
 * Returns the way that fingers have gone together; `null` if one of them has not gone far, or not
 * where the others went: it rests there, or they pinch.
 */
export function commonWay(ways: readonly Point[], least: number): Point | null {
  const sum = ways.reduce((sum, way) => ({ x: sum.x + way.x, y: sum.y + way.y }), { x: 0, y: 0 });
  const isTogether = ways.every(
    (way) => lengthOf(way) >= least && between(angleOf(way), angleOf(sum)) <= SPREAD,
  );
  return ways.length > 0 && isTogether ? sum : null;
}

/**
 * Listens for swipes. One is told as soon as every finger has gone far enough,
 * not only when they are lifted; each touch makes one swipe at most.
 */
export function onSwipe(element: HTMLElement, handlers: SwipeHandlers): () => void {
  const fingers = new Map<number, Finger>();
  let type = "";
  let done = false;
  let least = 0;
  const isDown = () => [...fingers.values()].some((finger) => finger.isDown);

  const down = (event: PointerEvent) => {
    // Other buttons of a mouse or pen open menus and erase.
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    // What can be pressed is pressed.
    if (event.target.closest("a, button, input, summary, .outcome")) return;
    if (handlers.begins && !handlers.begins(event.target, event.pointerType)) return;
    // A hand that rests beside a pen makes no swipe with it.
    if (event.pointerType !== type && type === "pen" && isDown()) return;
    // The first finger of a touch, also if it was never told that others were lifted.
    if (event.isPrimary || event.pointerType !== type || !isDown()) {
      fingers.clear();
      done = false;
      least = setting("swipe");
    }
    type = event.pointerType;
    const start = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, { start, way: { x: 0, y: 0 }, target: event.target, isDown: true });
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The finger was lifted already.
    }
  };
  const travelled = (event: PointerEvent): Finger | undefined => {
    const finger = fingers.get(event.pointerId);
    if (!finger?.isDown) return;
    finger.way = { x: event.clientX - finger.start.x, y: event.clientY - finger.start.y };
    const way = done
      ? null
      : commonWay(
          [...fingers.values()].map((finger) => finger.way),
          least,
        );
    if (way) {
      done = true;
      handlers.swipe(way, fingers.size);
    }
    return finger;
  };
  const up = (event: PointerEvent) => {
    const finger = travelled(event);
    if (!finger) return;
    finger.isDown = false;
    const isTap = !done && fingers.size === 1 && lengthOf(finger.way) < least / 2;
    if (isTap) handlers.tap?.(finger.target);
  };
  const cancel = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger?.isDown) return;
    finger.isDown = false;
    // The browser has taken the touch for something of its own.
    done = true;
  };

  const open = new AbortController();
  const listeners = { down, move: travelled, up, cancel } as const;
  for (const name of ["down", "move", "up", "cancel"] as const)
    element.addEventListener(`pointer${name}`, listeners[name], open);
  return () => open.abort();
}
