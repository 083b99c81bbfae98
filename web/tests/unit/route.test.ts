import { expect, test } from "vitest";
import { modeAsked, readRoute } from "../../src/address.ts";
import { fragmentOf, type Route } from "../../src/route.ts";

test.each<[string, Route]>([
  ["#/", { view: "home" }],
  ["#/modes", { view: "modes" }],
  ["#/settings", { view: "settings" }],
  ["#/play/050-dive", { view: "play", mode: "050-dive" }],
  ["#/game/a-1", { view: "game", id: "a-1" }],
  ["#/game/a-1/play/050-dive", { view: "game", id: "a-1", elsewhere: "play/050-dive" }],
  ["#/game/a-1/packed/1x9=a-_9", { view: "game", id: "a-1", elsewhere: "packed/1x9=a-_9" }],
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

test.each(["Tile: n % 2", "%", "100%25", "50% ~ 20%41", "größer als 4 · 数 🎲", "a=b&c#d?e/f", "%E4%zz"])(
  "what was changed in a mode, %j, is the same in an address",
  (label) => {
    const route: Route = { view: "packed", text: `1x9=050-dive.a-_9~${label}` };
    const fragment = fragmentOf(route);
    expect(readRoute(fragment)).toEqual(route);
    expect(fragment).toMatch(/^#\/packed\/1x9=050-dive\.a-_9~[\w%=.~!'()*-]+$/);
    // The fragment as a browser gives it back.
    expect(readRoute(new URL(fragment, "http://site.example/").hash)).toEqual(route);
    // The address of a game of this browser holds the link for others.
    const game = fragmentOf({ view: "game", id: "a-1", elsewhere: fragment.slice(2) });
    const read = readRoute(game);
    expect(read.view === "game" && readRoute(`#/${read.elsewhere}`)).toEqual(route);
  },
);

test("an address in which a percent sign stands for itself is read", () => {
  expect(readRoute("#/packed/1x9=a-_9~Tile:%20n%20%%202")).toEqual({
    view: "packed",
    text: "1x9=a-_9~Tile: n % 2",
  });
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
  ["#/game/a-1/", "game"],
  // Only links to games: one that holds others in endless number is none.
  ["#/game/a-1/game/a-2/play/050-dive", "unknown"],
  ["#/game/a-1/settings", "unknown"],
])("%s is understood, too", (fragment, view) => {
  expect(readRoute(fragment).view).toBe(view);
});

test.each([
  ["#/game/a-1/play/050-dive", "050-dive"],
  ["#/game/a-1/packed/1x9=050-dive.a-_9", "050-dive"],
  ["#/game/a-1", ""],
])("%s asks for a game of %s", (fragment, mode) => {
  expect(modeAsked(readRoute(fragment))).toBe(mode);
});
