import { expect, test } from "vitest";
import { fragmentOf, type Route, readRoute } from "../../src/route.ts";

test.each<[string, Route]>([
  ["#/", { view: "home" }],
  ["#/modes", { view: "modes" }],
  ["#/settings", { view: "settings" }],
  ["#/play/050-dive", { view: "play", mode: "050-dive" }],
  ["#/game/a-1", { view: "game", id: "a-1" }],
  ["#/replay/a-1", { view: "replay", id: "a-1" }],
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
  ["#/code/@a/b%", "code"],
])("%s is understood, too", (fragment, view) => {
  expect(readRoute(fragment).view).toBe(view);
});
