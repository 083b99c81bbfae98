// Things that float up over the board: points, and messages of the mode.

import type { Turn } from "../engine/types";
import { flat, shown } from "../summary";

/** The time for which points are seen, in milliseconds. */
const POINTS = 700;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Floats {
  constructor(private readonly host: HTMLElement) {}

  turn(turn: Turn): void {
    if (turn.score !== 0) this.points(turn.score);
    for (const event of flat(turn.events)) {
      if (event.kind === "message") this.message(event.text, event.milliseconds);
    }
  }

  private points(score: number): void {
    if (reduced.matches) return;
    for (const old of this.host.querySelectorAll(".points")) old.remove();
    const element = this.add("points", `${score > 0 ? "+" : ""}${shown(score)}`);
    const frames = [
      { translate: "0 0.6em", opacity: 0 },
      { translate: "0 0", opacity: 1, offset: 0.2 },
      { translate: "0 -1.6em", opacity: 0 },
    ];
    element.animate(frames, { duration: POINTS, easing: "ease-out" }).onfinish = () => element.remove();
  }

  /** Says something for a while. */
  message(text: string, milliseconds: number): void {
    for (const old of this.host.querySelectorAll(".message")) old.remove();
    const element = this.add("message", text);
    setTimeout(() => element.remove(), Math.min(Math.max(milliseconds, 500), 20_000));
  }

  private add(className: string, text: string): HTMLElement {
    const element = document.createElement("div");
    element.className = className;
    element.textContent = text;
    this.host.append(element);
    return element;
  }
}
