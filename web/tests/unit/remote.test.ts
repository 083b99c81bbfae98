// Gamepads and remote controls: what is pressed on a pad, and where arrows move the focus.

import { afterEach, describe, expect, test, vi } from "vitest";
import { ownArrows } from "../../src/input/fields.ts";
import { followPads, heldOn, type Pad, type Press, Repeats } from "../../src/input/gamepad.ts";
import { type Box, nearest } from "../../src/input/nearest.ts";

afterEach(() => void vi.unstubAllGlobals());

const pad = (down: readonly number[], axes: readonly number[] = [0, 0]): Pad => ({
  axes,
  buttons: Array.from({ length: 17 }, (_, index) => ({ pressed: down.includes(index) })),
});

test.each([
  ["nothing", pad([]), []],
  ["the pad", pad([14]), ["ArrowLeft"]],
  ["A and X", pad([0, 2]), ["accept", "hint"]],
  ["Start and Select", pad([8, 9]), ["modes", "new"]],
  ["buttons that mean nothing", pad([6, 7, 10, 11, 16]), []],
  ["the stick", pad([], [0, -1]), ["ArrowUp"]],
  ["the stick askew", pad([], [0.7, 0.9]), ["ArrowDown"]],
  ["the stick a little", pad([], [0.5, 0.5]), []],
  ["pad and stick alike", pad([15], [1, 0]), ["ArrowRight"]],
  ["a pad without a stick", { axes: [], buttons: [{ pressed: true }] }, ["accept"]],
])("%s", (_, held, presses) => {
  expect([...heldOn(held)]).toEqual(presses);
});

test("a direction that is held counts again and again, a button once", () => {
  const repeats = new Repeats();
  const held = new Set<Press>(["ArrowUp", "undo"]);
  const times = [0, 100, 399, 400, 500, 550, 700].map((now) => repeats.pressed(held, now).join());
  expect(times).toEqual(["ArrowUp,undo", "", "", "ArrowUp", "", "ArrowUp", "ArrowUp"]);
  expect(repeats.pressed(new Set(), 710)).toEqual([]);
  expect(repeats.pressed(held, 720)).toEqual(["ArrowUp", "undo"]);
});

test("pads are looked at as long as there is one", () => {
  const frames = new Map<number, () => void>();
  const page = new EventTarget();
  let pads: { connected: boolean; axes: number[]; buttons: [] }[] = [];
  const plug = (connected: boolean) => {
    pads = [{ connected, axes: [], buttons: [] }];
    page.dispatchEvent(new Event(connected ? "gamepadconnected" : "gamepaddisconnected"));
  };
  let count = 0;
  vi.stubGlobal("requestAnimationFrame", (look: () => void) => frames.set(++count, look) && count);
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
  vi.stubGlobal("document", { hasFocus: () => true });
  vi.stubGlobal("navigator", { getGamepads: () => pads });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  const end = followPads(() => false);
  expect(frames.size).toBe(1);
  plug(false);
  expect(frames.size).toBe(0);
  plug(true);
  plug(true);
  expect(frames.size).toBe(1);
  end();
  plug(true);
  expect(frames.size).toBe(0);
});

test.each([
  ["a search field", { tag: "input", type: "search" }, ["ArrowLeft", "ArrowRight"]],
  ["a field with suggestions", { tag: "input", type: "text", isOpen: true }, 4],
  ["a checkbox", { tag: "input", type: "checkbox" }, []],
  ["a range", { tag: "input", type: "range" }, ["ArrowLeft", "ArrowRight"]],
  ["a list of choices", { tag: "select" }, ["ArrowUp", "ArrowDown"]],
  ["a number", { tag: "input", type: "number" }, 4],
  ["a text of many lines", { tag: "textarea" }, 4],
  ["a button", { tag: "button" }, []],
] as const)("%s keeps its own arrows", (_, field, own) => {
  const arrows = ownArrows(field);
  if (typeof own === "number") expect(arrows.length).toBe(own);
  else expect(arrows).toEqual(own);
});

describe("the focus goes", () => {
  const box = (left: number, top: number, width = 80, height = 30): Box => ({
    ...{ left, top, right: left + width, bottom: top + height },
  });
  // Two rows of three, and a wide one below.
  const boxes = [
    box(0, 0),
    box(100, 0),
    box(200, 0),
    box(0, 50),
    box(100, 50),
    box(200, 50),
    box(0, 100, 280),
  ];
  test.each([
    [0, "ArrowRight", 1],
    [1, "ArrowRight", 2],
    [2, "ArrowRight", -1],
    [2, "ArrowLeft", 1],
    [1, "ArrowDown", 4],
    [4, "ArrowDown", 6],
    [6, "ArrowUp", 4],
    [4, "ArrowUp", 1],
    [0, "ArrowUp", -1],
    [6, "ArrowDown", -1],
  ] as const)("from %s with %s to %s", (from, heading, to) => {
    const own = boxes[from] as Box;
    const others = boxes.filter((_, index) => index !== from);
    const found = others[nearest(own, others, heading)];
    expect(found ? boxes.indexOf(found) : -1).toBe(to);
  });
});
