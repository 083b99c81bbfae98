import { expect, test } from "vitest";
import { neighbour } from "../../src/board/pointer";
import { cornerOf, geometryOf } from "../../src/input/geometry";

const STEPS = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
} as const;

/** The cells of a hexagon of two cells along each side. */
const HEXAGON = [
  [0, 1],
  [0, 3],
  [1, 0],
  [1, 2],
  [1, 4],
  [2, 1],
  [2, 3],
];
const SQUARE = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column]));

test.each([
  ["square", SQUARE, [1, 1], "up", [0, 1]],
  ["square", SQUARE, [1, 1], "right", [1, 2]],
  ["square", SQUARE, [1, 2], "right", null],
  ["square", SQUARE, [2, 0], "down", null],
  [
    "square with a hole",
    SQUARE.filter(([row, column]) => row !== 1 || column !== 1),
    [1, 0],
    "right",
    [1, 2],
  ],
  ["hexagon", HEXAGON, [1, 0], "right", [1, 2]],
  ["hexagon", HEXAGON, [1, 0], "up", [0, 1]],
  ["hexagon", HEXAGON, [0, 1], "down", [1, 0]],
  ["hexagon", HEXAGON, [1, 2], "down", [2, 1]],
  ["hexagon", HEXAGON, [2, 3], "down", null],
] as const)("%s: from %s", (name, cells, from, way, to) => {
  const geometry = geometryOf({ hexagonal: name === "hexagon", rows: 3, columns: 5 });
  const targets = cells.map(([row = 0, column = 0]) => ({
    place: [row, column],
    corner: cornerOf(geometry, { row, column }),
  }));
  const start = cornerOf(geometry, { row: from[0], column: from[1] });
  expect(neighbour(targets, start, STEPS[way])?.place ?? null).toEqual(to);
});
