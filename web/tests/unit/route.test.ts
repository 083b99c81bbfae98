import { expect, test } from "vitest";
import { fragmentOf, type Route, readRoute } from "../../src/route.ts";

test.each<[string, Route]>([
  ["#/", { view: "home" }],
  ["#/modes", { view: "modes" }],
  ["#/settings", { view: "settings" }],
  ["#/play/050-dive", { view: "play", mode: "050-dive" }],
  ["#/game/a-1", { view: "game", id: "a-1" }],
  ["#/replay/a-1", { view: "replay", id: "a-1" }],
  ["#/mode/dive", { view: "mode", mode: "dive" }],
  ["#/scores", { view: "scores", board: "" }],
  ["#/scores/open-0f", { view: "scores", board: "open-0f" }],
  ["#/score/a1", { view: "score", id: "a1" }],
  ["#/daily", { view: "daily" }],
  ["#/me", { view: "me" }],
  ["#/setup", { view: "setup" }],
  ["#/position/050-dive/a-_9", { view: "position", mode: "050-dive", text: "a-_9" }],
  ["#/packed/a-_9", { view: "packed", text: "a-_9" }],
  ["#/moves/001-2048/7/3/Gw", { view: "moves", mode: "001-2048", seed: "7", count: 3, moves: "Gw" }],
  [
    "#/moves/001-2048/7/3/%3D1x9%3DGw",
    { view: "moves", mode: "001-2048", seed: "7", count: 3, moves: "=1x9=Gw" },
  ],
  ["#/packed/1x9=a-_9", { view: "packed", text: "1x9=a-_9" }],
  ["#/code/%403.0%2Fa%2Bb%3D", { view: "code", code: "@3.0/a+b=" }],
])("%s", (fragment, route) => {
  expect(readRoute(fragment)).toEqual(route);
  expect(fragmentOf(route)).toBe(fragment);
});

test.each([
  ["", "home"],
  ["#/nowhere", "unknown"],
  ["#/foo/bar", "unknown"],
  ["#/games/x", "unknown"],
  ["#", "home"],
  ["#/play/", "unknown"],
  ["#/position/050-dive", "unknown"],
  ["#/moves/001-2048/seven/3/Gw", "unknown"],
  ["#/code/@a/b%", "code"],
])("%s is understood, too", (fragment, view) => {
  expect(readRoute(fragment).view).toBe(view);
});
