// Swipes and drags on an element, by finger, pen or mouse.

import type { Point } from "../board/geometry";

export interface SwipeHandlers {
  /** A swipe in this direction, made with so many fingers. */
  swipe(way: Point, fingers: number): void;
  /** A press that went nowhere. */
  tap(target: Element): void;
}

/** How far a finger has to go for a swipe, in CSS pixels. */
const THRESHOLD = 24;

/**
 * Listens for swipes. One is told as soon as the finger has gone far enough,
 * not only when it is lifted; each touch makes one swipe at most.
 */
export function onSwipe(element: HTMLElement, handlers: SwipeHandlers): () => void {
  // Where each finger that is down began.
  const fingers = new Map<number, { start: Point; target: Element }>();
  let most = 0;
  let done = false;

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!(event.target instanceof Element)) return;
    if (fingers.size === 0) {
      most = 0;
      done = false;
    }
    fingers.set(event.pointerId, { start: { x: event.clientX, y: event.clientY }, target: event.target });
    most = Math.max(most, fingers.size);
    element.setPointerCapture(event.pointerId);
  };
  const travelled = (event: PointerEvent): Point | null => {
    const finger = fingers.get(event.pointerId);
    return finger ? { x: event.clientX - finger.start.x, y: event.clientY - finger.start.y } : null;
  };
  const swiped = (way: Point) => {
    if (done || Math.hypot(way.x, way.y) < THRESHOLD) return false;
    done = true;
    handlers.swipe(way, most);
    return true;
  };
  const move = (event: PointerEvent) => {
    const way = travelled(event);
    if (way) swiped(way);
  };
  const up = (event: PointerEvent) => {
    const way = travelled(event);
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (way && finger && !swiped(way) && !done && Math.hypot(way.x, way.y) < THRESHOLD / 2)
      handlers.tap(finger.target);
  };
  const cancel = (event: PointerEvent) => fingers.delete(event.pointerId);

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
  };
}
