// Choosing cells of a board by keys, where tiles can be clicked: the board is
// one stop of Tab; arrows go from cell to cell, Enter and Space click, Escape
// gives the arrows back to the game.

import type { Place } from "../engine/types";
import type { Point } from "../input/geometry";

/** A cell that can be chosen, and where it lies. */
export interface Target {
  element: HTMLElement;
  place: Place;
  corner: Point;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The nearest cell in a direction; those beside the way count as farther. */
export function neighbour<T extends Pick<Target, "corner">>(
  targets: readonly T[],
  from: Point,
  step: Point,
): T | null {
  let best: { target: T; far: number } | null = null;
  for (const target of targets) {
    const [x, y] = [target.corner.x - from.x, target.corner.y - from.y];
    const along = x * step.x + y * step.y;
    const beside = Math.abs(x * step.y - y * step.x);
    const far = along + 1.2 * beside;
    // Of two cells that are equally far, the first one is chosen.
    if (along > 0.01 && beside <= along * 1.8 && far < (best?.far ?? Infinity) - 0.01) best = { target, far };
  }
  return best?.target ?? null;
}

export class Pointer {
  private targets: Target[] = [];

  constructor(
    host: HTMLElement,
    private readonly click: (place: Place) => void,
    /** Names a key (input/keys.ts): the function is part of the page and not of this script. */
    private readonly nameOf: (event: KeyboardEvent) => string,
  ) {
    host.addEventListener("keydown", (event) => this.pressed(event));
    host.addEventListener("focusin", (event) => {
      const chosen = this.targets.find(({ element }) => element === event.target);
      if (chosen) this.choose(chosen);
    });
  }

  /** Takes other cells in place of those before. */
  watch(targets: Target[]): void {
    this.targets = targets;
    for (const { element } of targets) element.tabIndex = -1;
    const [first] = targets;
    if (first) this.choose(first);
  }

  /** Makes a cell the one that Tab leads to. */
  private choose(chosen: Target): void {
    for (const { element } of this.targets) element.tabIndex = element === chosen.element ? 0 : -1;
  }

  private pressed(event: KeyboardEvent): void {
    const at = this.targets.find(({ element }) => element === event.target);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = this.nameOf(event);
    const step = ARROWS[key];
    if (step) neighbour(this.targets, at.corner, step)?.element.focus();
    else if (key === "Enter" || key === "Space") this.click(at.place);
    else if (key === "Escape") at.element.blur();
    else return;
    event.preventDefault();
  }
}
