import { describe, expect, test } from "vitest";
import { Keymap } from "../../src/input/keys.ts";
import { type Step as Direction, wayOfSwipe, waysOf } from "../../src/input/ways.ts";

type Step = readonly [rows: number, columns: number, keys?: readonly string[]];

const directions = (steps: readonly Step[]): Direction[] =>
  steps.map(([rows, columns, keys = []], index) => ({ index, label: "•", rows, columns, keys: [...keys] }));

const SQUARE: Step[] = [
  [-1, 0, ["ArrowUp", "KeyW"]],
  [1, 0, ["ArrowDown", "KeyS"]],
  [0, -1, ["ArrowLeft", "KeyA"]],
  [0, 1, ["ArrowRight", "KeyD"]],
];
const HEXAGON: Step[] = [
  [-1, -1, ["KeyQ"]],
  [-1, 1, ["KeyW"]],
  [1, -1, ["KeyZ"]],
  [1, 1, ["KeyX"]],
  [0, -2, ["KeyA"]],
  [0, 2, ["KeyS"]],
];
/** Near and far, as in four dimensions. */
const FAR: Step[] = [...SQUARE, [0, -5], [0, 5]];

describe("swipes", () => {
  test.each([
    ["up", false, SQUARE, [3, -40], 1, 0],
    ["down", false, SQUARE, [-5, 40], 1, 1],
    ["left", false, SQUARE, [-40, 12], 1, 2],
    ["right", false, SQUARE, [40, -12], 1, 3],
    ["hexagonal up left", true, HEXAGON, [-20, -40], 1, 0],
    ["hexagonal up right", true, HEXAGON, [20, -40], 1, 1],
    ["hexagonal down left", true, HEXAGON, [-20, 40], 1, 2],
    ["hexagonal down right", true, HEXAGON, [20, 40], 1, 3],
    ["hexagonal left", true, HEXAGON, [-40, 5], 1, 4],
    ["hexagonal right", true, HEXAGON, [40, -5], 1, 5],
    ["one finger, near", false, FAR, [-40, 0], 1, 2],
    ["two fingers, far", false, FAR, [-40, 0], 2, 4],
    ["two fingers where there is nothing far", false, FAR, [0, -40], 2, 0],
    ["beside the only way", false, [[0, 1]] as Step[], [0, -40], 1, undefined],
  ] as const)("%s", (_, hexagonal, steps, [x, y], fingers, expected) => {
    const ways = waysOf(hexagonal, directions(steps));
    expect(wayOfSwipe(ways, { x, y }, fingers)?.index).toBe(expected);
  });
});

describe("names", () => {
  test.each([
    [false, SQUARE, ["up", "down", "left", "right"]],
    [true, HEXAGON, ["up left", "up right", "down left", "down right", "left", "right"]],
    [false, [[0, 0]] as Step[], ["stay"]],
  ] as const)("%#", (hexagonal, steps, expected) => {
    expect(waysOf(hexagonal, directions(steps)).map((way) => way.name)).toEqual(expected);
  });
});

describe("keys", () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const meaning = (hexagonal: boolean, steps: readonly Step[], code: string, held = {}) => {
    const key = code.startsWith("Key") ? code.slice(3).toLowerCase() : code;
    const found = new Keymap(waysOf(hexagonal, directions(steps))).meaning({ ...none, ...held, code, key });
    return found && ("way" in found ? found.way.name : found.command);
  };
  test.each([
    ["the mode's own", false, SQUARE, "KeyW", {}, "up"],
    ["the number pad", false, SQUARE, "Numpad4", {}, "left"],
    ["no way there", false, SQUARE, "Numpad9", {}, null],
    ["the number pad on hexagons", true, HEXAGON, "Numpad9", {}, "up right"],
    ["arrows on hexagons", true, HEXAGON, "ArrowLeft", {}, "left"],
    ["a command", false, SQUARE, "KeyU", {}, "undo"],
    ["undo as everywhere", true, HEXAGON, "KeyZ", { ctrlKey: true }, "undo"],
    ["redo as everywhere", false, SQUARE, "KeyZ", { metaKey: true, shiftKey: true }, "redo"],
    ["the browser's own", false, SQUARE, "KeyW", { ctrlKey: true }, null],
    ["the window's own", false, SQUARE, "ArrowLeft", { altKey: true }, null],
    ["nothing", false, SQUARE, "KeyP", {}, null],
  ] as const)("%s", (_, hexagonal, steps, code, held, expected) => {
    expect(meaning(hexagonal, steps, code, held)).toBe(expected);
  });

  test("every way and free command is in the help", () => {
    const ways = waysOf(true, directions(HEXAGON));
    const help = new Keymap(ways).help(ways).map(([keys, what]) => `${keys}: ${what}`);
    expect(help).toContain("Q Num 7: Move up left");
    expect(help).toContain("U: Undo");
  });
});
