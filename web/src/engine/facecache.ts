// What is told of a game that is shown elsewhere: each look of a tile once, since
// they are most of what there is to tell.

import type { GameView, Look, Shown, TileFace, Turn } from "./types";

/** Boards with more cells than this are shown as they end: so many tiles are too many to follow. */
const LARGE = 400;

export function isLarge({ rows, columns }: Pick<GameView, "rows" | "columns">): boolean {
  return rows * columns > LARGE;
}

/** A turn without what is not shown of it. */
export function shortened(turn: Turn, view: GameView): Turn {
  return isLarge(view) ? { ...turn, events: withoutSlides(turn.events) } : turn;
}

function withoutSlides(events: Turn["events"]): Turn["events"] {
  return events.flatMap((event) => {
    if (event.kind === "slide") return [];
    return [event.kind === "autoMove" ? { ...event, events: withoutSlides(event.events) } : event];
  });
}

export class FaceCache<T extends Shown> {
  private readonly sent = new Set<number>();

  constructor(readonly shown: T) {}

  /** Returns the present look, with the faces of what a turn moved that were not sent before. */
  look(turn: Turn | null = null): Look {
    const view = this.shown.view();
    const { grid: _, ...state } = this.shown.state();
    const faces: TileFace[] = [];
    for (const id of facesIn(view, turn)) {
      if (id < 0 || this.sent.has(id)) continue;
      this.sent.add(id);
      faces.push(this.shown.face(id));
    }
    return { view, state, faces };
  }
}

/** The faces that a view and a turn speak of. */
function* facesIn(view: GameView, turn: Turn | null): Generator<number> {
  for (const cells of view.cells) for (const { face } of cells) yield face;
  yield* view.nextTiles;
  for (const { faces } of view.statBoxes) yield* faces;
  if (turn) yield* facesOf(turn.events);
}

function* facesOf(events: Turn["events"]): Generator<number> {
  for (const event of events) {
    if ("face" in event) yield event.face;
    if ("inputs" in event) for (const { face } of event.inputs) yield face;
    if ("outputs" in event) for (const { face } of event.outputs) yield face;
    if (event.kind === "autoMove") yield* facesOf(event.events);
  }
}
