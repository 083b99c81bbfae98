import { describe, expect, test } from "vitest";
import { helpOf } from "../../src/input/keyhelp.ts";
import { Keymap, namedKey, type Stroke } from "../../src/input/keys.ts";
import { commonWay } from "../../src/input/swipe.ts";
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
    ["two fingers where there is nothing far", false, FAR, [0, -40], 2, undefined],
    ["two fingers on a square", false, SQUARE, [-40, 0], 2, undefined],
    ["three fingers where there are two ways", false, FAR, [40, 0], 3, undefined],
    ["beside the only way", false, [[0, 1]] as Step[], [0, -40], 1, undefined],
  ] as const)("%s", (_, hexagonal, steps, [x, y], fingers, expected) => {
    const ways = waysOf(hexagonal, directions(steps));
    expect(wayOfSwipe(ways, { x, y }, fingers)?.index).toBe(expected);
  });
});

describe("fingers", () => {
  test.each([
    ["one that has gone far", [[0, -40]], true],
    ["one that has not", [[0, -20]], false],
    ["none", [], false],
    [
      "two side by side",
      [
        [40, 3],
        [38, -4],
      ],
      true,
    ],
    [
      "two that pinch",
      [
        [40, 0],
        [-40, 0],
      ],
      false,
    ],
    [
      "two that spread to the corners",
      [
        [40, 30],
        [-30, -40],
      ],
      false,
    ],
    [
      "two that turn",
      [
        [40, 0],
        [0, 40],
      ],
      false,
    ],
    [
      "one beside one that rests",
      [
        [0, -90],
        [1, 2],
      ],
      false,
    ],
  ] as const)("%s", (_, ways, together) => {
    expect(
      commonWay(
        ways.map(([x, y]) => ({ x, y })),
        24,
      ) !== null,
    ).toBe(together);
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
    ["a hint", true, HEXAGON, "KeyH", {}, "hint"],
    ["autoplay", false, SQUARE, "KeyP", {}, "auto"],
    ["nothing", false, SQUARE, "KeyO", {}, null],
  ] as const)("%s", (_, hexagonal, steps, code, held, expected) => {
    expect(meaning(hexagonal, steps, code, held)).toBe(expected);
  });

  const typed = (steps: readonly Step[], stroke: Partial<Stroke>) => {
    const ways = waysOf(steps === HEXAGON, directions(steps));
    const found = new Keymap(ways).meaning({ ...none, code: "", key: "", ...stroke });
    return found && ("way" in found ? found.way.name : found.command);
  };
  const ctrl = { ctrlKey: true };
  test.each<[string, Partial<Stroke>, string | null]>([
    ["QWERTZ: undo", { key: "z", code: "KeyY", ...ctrl }, "undo"],
    ["QWERTZ: redo", { key: "y", code: "KeyZ", ...ctrl }, "redo"],
    ["QWERTZ: redo with shift", { key: "Z", code: "KeyY", ...ctrl, shiftKey: true }, "redo"],
    ["AZERTY: undo", { key: "z", code: "KeyW", ...ctrl }, "undo"],
    ["AZERTY: the browser's own", { key: "w", code: "KeyZ", ...ctrl }, null],
    ["AZERTY: modes", { key: "m", code: "Semicolon" }, "modes"],
    ["AZERTY: a comma", { key: ",", code: "KeyM" }, null],
    ["AZERTY: up", { key: "z", code: "KeyW" }, "up"],
    ["AZERTY: left", { key: "q", code: "KeyA" }, "left"],
    ["Dvorak: undo", { key: "u", code: "KeyF" }, "undo"],
    ["Dvorak: the letter where U is elsewhere", { key: "g", code: "KeyU" }, null],
    ["Dvorak: undo as everywhere", { key: "z", code: "Slash", ...ctrl }, "undo"],
    ["Turkish F: new", { key: "n", code: "KeyJ" }, "new"],
    ["Cyrillic: undo", { key: "г", code: "KeyU" }, "undo"],
    ["Cyrillic: undo as everywhere", { key: "я", code: "KeyZ", ...ctrl }, "undo"],
    ["Cyrillic: redo as everywhere", { key: "н", code: "KeyY", ...ctrl }, "redo"],
    ["Cyrillic: up", { key: "ц", code: "KeyW" }, "up"],
    ["Greek: new", { key: "ν", code: "KeyN" }, "new"],
    ["Greek: redo with shift", { key: "Ζ", code: "KeyZ", metaKey: true, shiftKey: true }, "redo"],
    ["Hebrew: redo", { key: "ר", code: "KeyR" }, "redo"],
    ["Arabic: again", { key: "ف", code: "KeyT" }, "again"],
    ["Thai, a sign above a letter: new", { key: "ื", code: "KeyN" }, "new"],
    ["Korean: continue", { key: "ㅊ", code: "KeyC" }, "continue"],
    ["an input method: undo", { key: "Process", code: "KeyU" }, "undo"],
    ["capitals: undo", { key: "U", code: "KeyU" }, "undo"],
    ["shift and a digit: help", { key: "?", code: "Minus", shiftKey: true }, "help"],
    ["on a screen: left", { key: "ArrowLeft" }, "left"],
    ["on a screen: undo", { key: "u" }, "undo"],
    ["on a screen: up by letter", { key: "w" }, "up"],
    ["a remote control: up", { key: "Up" }, "up"],
    ["a remote control: down", { key: "ArrowDown", code: "Unidentified" }, "down"],
    ["an arrow on another key", { key: "ArrowRight", code: "KeyL" }, "right"],
    ["another key on an arrow", { key: "Home", code: "ArrowLeft" }, null],
    ["the number pad without digits", { key: "ArrowUp", code: "Numpad8" }, "up"],
    ["the number pad, its end key", { key: "End", code: "Numpad1" }, null],
    ["a dead key", { key: "Dead", code: "KeyU" }, null],
    ["a named key", { key: "F1", code: "F1" }, null],
    ["held with Alt", { key: "ArrowLeft", code: "ArrowLeft", altKey: true }, null],
  ])("%s", (_, stroke, expected) => {
    expect(typed(SQUARE, stroke)).toBe(expected);
  });

  test.each([
    [{ key: "Enter", code: "NumpadEnter" }, "Enter"],
    [{ key: "Enter", code: "" }, "Enter"],
    [{ key: "Select", code: "" }, "Enter"],
    [{ key: " ", code: "Space" }, "Space"],
    [{ key: "Escape", code: "CapsLock" }, "Escape"],
    [{ key: "Left", code: "" }, "ArrowLeft"],
    [{ key: "", code: "ArrowUp" }, "ArrowUp"],
    [{ key: "CapsLock", code: "Escape" }, ""],
  ])("%o is %s", (stroke, expected) => {
    expect(namedKey(stroke)).toBe(expected);
  });

  test("every way and free command is in the help", () => {
    const ways = waysOf(true, directions(HEXAGON));
    const help = helpOf(new Keymap(ways), ways).map(([keys, what]) => `${keys}: ${what}`);
    expect(help).toContain("Q Num 7: Move up left");
    expect(help).toContain("U: Undo");
    expect(help).toContain("H: Hint");
  });
});
