import { expect, test } from "vitest";
import { motionOf, reversed } from "../../src/board/motion.ts";
import type { GameView, TurnEvent } from "../../src/engine/types.ts";

/** A view of one row; a number is a face, a dot is nothing. */
function line(text: string): GameView {
  const cells = [...text].map((face) => ({
    ground: "#ccc",
    face: face === "." ? -1 : Number(face),
    tile: face === "." ? null : `[${face}]`,
    slippery: false,
    blocked: false,
  }));
  return { rows: 1, columns: cells.length, cells: [cells] } as unknown as GameView;
}

const at = (column: number) => ({ row: 0, column });
const tile = (column: number, face: number) => ({ ...at(column), tile: "", face });
const slide = (from: number, to: number, pass = 0): TurnEvent => ({
  kind: "slide",
  pass,
  tile: "",
  from: at(from),
  to: at(to),
});
const merge = (inputs: [number, number][], outputs: [number, number][]): TurnEvent => ({
  kind: "merge",
  pass: 0,
  rule: 0,
  inputs: inputs.map(([column, face]) => tile(column, face)),
  outputs: outputs.map(([column, face]) => tile(column, face)),
  score: 0,
});
const spawn = (column: number, face: number): TurnEvent => ({
  kind: "spawn",
  place: at(column),
  tile: "",
  face,
  forced: false,
});

test.each<[string, string, TurnEvent[], string]>([
  ["nothing", "1.2", [], ""],
  ["steps add up", "...1", [slide(3, 2), slide(2, 1, 1), slide(1, 0, 2)], "3>0"],
  [
    "a merge in place",
    "11..",
    [
      merge(
        [
          [1, 1],
          [0, 1],
        ],
        [
          [0, 2],
          [1, -1],
        ],
      ),
    ],
    "1x0 0x0 +0merge",
  ],
  [
    "tiles vanish where what they became ends up",
    "..11",
    [
      merge(
        [
          [3, 1],
          [2, 1],
        ],
        [
          [2, 2],
          [3, -1],
        ],
      ),
      slide(2, 1),
      slide(1, 0),
    ],
    "3x0 2x0 +0merge",
  ],
  [
    "a merge of what was merged",
    "112",
    [
      merge(
        [
          [1, 1],
          [0, 1],
        ],
        [
          [0, 2],
          [1, -1],
        ],
      ),
      merge(
        [
          [2, 2],
          [0, 2],
        ],
        [
          [0, 3],
          [2, -1],
        ],
      ),
    ],
    "1x0 0x0 2x0 +0merge",
  ],
  [
    "two come out",
    "12",
    [
      merge(
        [
          [1, 2],
          [0, 1],
        ],
        [
          [0, 3],
          [1, 4],
        ],
      ),
    ],
    "1x1 0x0 +0merge +1merge",
  ],
  [
    "nothing comes out",
    "12",
    [
      merge(
        [
          [1, 2],
          [0, 1],
        ],
        [
          [0, -1],
          [1, -1],
        ],
      ),
    ],
    "1x0 0x0",
  ],
  ["a new tile", "1..", [spawn(2, 1)], "+2spawn"],
  ["a new tile that moves on by itself", "...", [spawn(2, 1), slide(2, 0)], "+0spawn"],
  [
    "an automatic move",
    "..1",
    [{ kind: "autoMove", index: 0, moved: true, score: 0, events: [slide(2, 1), slide(1, 0)] }],
    "2>0",
  ],
  [
    "a script replaces a tile",
    "1",
    [{ kind: "replaced", place: at(0), before: "", after: "", face: 2 }],
    "0x0 +0change",
  ],
])("%s", (_, before, events, expected) => {
  const { travels, vanishings, arrivals } = motionOf(line(before), events);
  const seen = [
    ...travels.map(({ from, to }) => `${from.column}>${to.column}`),
    ...vanishings.map(({ from, to }) => `${from.column}x${to.column}`),
    ...arrivals.map(({ place, kind }) => `+${place.column}${kind}`),
  ];
  expect(seen.join(" ")).toBe(expected);
});

test("a turn that is taken back: what slid slides back, what merged comes apart, what is new leaves", () => {
  const merged = merge(
    [
      [1, 1],
      [0, 1],
    ],
    [
      [0, 2],
      [1, -1],
    ],
  );
  const events = [merged, slide(3, 1), spawn(3, 1)];
  expect(reversed(motionOf(line("11.3"), events), line("23.1"))).toEqual({
    travels: [
      { from: at(1), to: at(3) },
      { from: at(0), to: at(1) },
      { from: at(0), to: at(0) },
    ],
    vanishings: [],
    arrivals: [],
    leavings: [{ place: at(3), face: 1 }],
  });
});
