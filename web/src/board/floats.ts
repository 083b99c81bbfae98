// Points that float up over the board.

import { shown } from "../summary";

/** The time for which points are seen, in milliseconds. */
const POINTS = 700;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Floats {
  constructor(private readonly host: HTMLElement) {}

  points(score: number): void {
    if (score === 0 || reduced.matches) return;
    for (const old of this.host.querySelectorAll(".points")) old.remove();
    const element = document.createElement("div");
    element.className = "points";
    element.textContent = `${score > 0 ? "+" : ""}${shown(score)}`;
    this.host.append(element);
    const frames = [
      { translate: "0 0.6em", opacity: 0 },
      { translate: "0 0", opacity: 1, offset: 0.2 },
      { translate: "0 -1.6em", opacity: 0 },
    ];
    element.animate(frames, { duration: POINTS, easing: "ease-out" }).onfinish = () => element.remove();
  }
}
