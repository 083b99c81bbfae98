// What the events of a turn look like: which tiles travel where, which vanish
// into others, and which appear; and how that looks when it is taken back.

import type { GameView, Place, PlacedTile, TurnEvent } from "../engine/types";

/** A tile that is there before and after the turn, elsewhere. */
export interface Travel {
  from: Place;
  to: Place;
}

/** A tile that is gone after the turn: it travels to where it vanished. */
export interface Vanishing extends Travel {
  face: number;
}

/** A tile that is there only after the turn. */
export interface Arrival {
  place: Place;
  kind: "merge" | "spawn" | "change";
}

/** A tile that is gone, and shrinks where it lay. */
export interface Leaving {
  place: Place;
  face: number;
}

export interface Motion {
  travels: Travel[];
  vanishings: Vanishing[];
  arrivals: Arrival[];
  leavings: Leaving[];
}

interface Token {
  origin: Place | null;
  place: Place;
  face: number;
  kind: Arrival["kind"];
  /** The tile that this one merged into. */
  into: Token | null;
}

const key = (place: Place) => `${place.row},${place.column}`;
const same = (a: Place, b: Place) => a.row === b.row && a.column === b.column;

/** Follows every tile through the events of a turn. */
export class Tracker {
  private readonly living = new Map<string, Token>();
  private readonly gone: Token[] = [];

  constructor(before: GameView) {
    before.cells.forEach((cells, row) => {
      cells.forEach((cell, column) => {
        const place = { row, column };
        if (cell.face >= 0)
          this.living.set(key(place), { origin: place, place, face: cell.face, kind: "spawn", into: null });
      });
    });
  }

  follow(events: readonly TurnEvent[]): void {
    for (const event of events) {
      switch (event.kind) {
        case "slide":
          this.slide(event.from, event.to);
          break;
        case "merge":
          this.merge(event.inputs, event.outputs);
          break;
        case "endOfTurnRule":
          this.merge([event.place], event.outputs);
          break;
        case "spawn":
          this.put(event.place, event.face, "spawn");
          break;
        case "replaced":
          this.put(event.place, event.face, "change");
          break;
        case "autoMove":
          this.follow(event.events);
          break;
      }
    }
  }

  private slide(from: Place, to: Place): void {
    const token = this.living.get(key(from));
    if (!token) return;
    this.living.delete(key(from));
    token.place = to;
    this.living.set(key(to), token);
  }

  private merge(inputs: readonly Place[], outputs: readonly PlacedTile[]): void {
    const taken = inputs.map((input) => this.living.get(key(input))).filter((token) => token !== undefined);
    for (const token of taken) this.living.delete(key(token.place));
    const made = outputs
      .map((output) => this.put(output, output.face, "merge"))
      .filter((token) => token !== null);
    for (const token of taken) {
      token.into = made.find((output) => same(output.place, token.place)) ?? made[0] ?? null;
      const front = outputs[0];
      if (!token.into && front) token.place = front;
      if (token.origin) this.gone.push(token);
    }
  }

  private put({ row, column }: Place, face: number, kind: Arrival["kind"]): Token | null {
    const place = { row, column };
    const old = this.living.get(key(place));
    this.living.delete(key(place));
    if (face < 0) return null;
    const token: Token = { origin: null, place, face, kind, into: null };
    if (old) {
      old.into = token;
      if (old.origin) this.gone.push(old);
    }
    this.living.set(key(place), token);
    return token;
  }

  /** Returns the visible part of the turn: the tiles that travel, vanish and appear. */
  motion(): Motion {
    const motion: Motion = { travels: [], vanishings: [], arrivals: [], leavings: [] };
    for (const { origin, place, kind } of this.living.values()) {
      if (!origin) motion.arrivals.push({ place, kind });
      else if (!same(origin, place)) motion.travels.push({ from: origin, to: place });
    }
    for (const token of this.gone) {
      if (token.origin) {
        motion.vanishings.push({ from: token.origin, to: destination(token), face: token.face });
      }
    }
    return motion;
  }
}

function destination(token: Token): Place {
  let end = token;
  while (end.into) end = end.into;
  return end.place;
}

/** The motion of one turn. */
export function motionOf(before: GameView, events: readonly TurnEvent[]): Motion {
  const tracker = new Tracker(before);
  tracker.follow(events);
  return tracker.motion();
}

/** The motion of a turn that is taken back; `after` is what it had led to. */
export function reversed({ travels, vanishings, arrivals }: Motion, after: GameView): Motion {
  return {
    travels: [...travels, ...vanishings].map(({ from, to }) => ({ from: to, to: from })),
    vanishings: [],
    arrivals: [],
    // What had merged is covered by what comes out of it.
    leavings: arrivals.flatMap(({ place, kind }) => {
      const face = after.cells[place.row]?.[place.column]?.face ?? -1;
      return kind === "spawn" && face >= 0 ? [{ place, face }] : [];
    }),
  };
}
