// The colours of the page in every mode: all that is written can be read.

import { Game, type GameView, Mode, modes } from "polymerge";
import { beforeAll, describe, expect, test } from "vitest";
import { contrast, type Rgb } from "../../src/board/contrast.ts";
import type { Tokens } from "../../src/board/mood.ts";
import { moodOfColors, rulesOf } from "../../src/views/wear.ts";

const read = (css: string): Rgb | null => {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(css) ?? [];
  return channels.length === 3 ? (channels.map((two) => Number.parseInt(two, 16)) as unknown as Rgb) : null;
};
const color = (tokens: Tokens, name: string) => read(tokens[name] ?? "") as Rgb;

/** Texts and what they stand on, with the least contrast (WCAG 2, AA). */
const PAIRS = [
  ["--ink", ["--page", "--panel", "--hover"], 7],
  ["--soft", ["--page", "--panel", "--hover"], 4.5],
  ["--accent", ["--page", "--panel", "--hover"], 4.5],
  ["--on-accent", ["--accent"], 4.5],
] as const;

let all: [string, GameView["colors"]][];
beforeAll(() => {
  all = modes().map(({ name }) => {
    const mode = Mode.builtIn(name);
    const game = Game.start(mode, { seed: 1, now: 0 });
    const { colors } = game.view(0);
    game.free();
    mode.free();
    return [name, colors];
  });
});

/** The colour of errors, which stays that of the site. */
const BAD = { light: "#9c1c1c", dark: "#ff9d92" };

test.each(["light", "dark"] as const)("texts can be read in the mood of every mode: %s", (theme) => {
  expect(all.length).toBeGreaterThan(120);
  for (const [name, colors] of all) {
    const mood = moodOfColors(colors, read);
    const tokens = mood?.[theme] ?? {};
    for (const [ink, papers, least] of PAIRS)
      for (const paper of papers)
        expect(contrast(color(tokens, ink), color(tokens, paper)), `${name} ${ink} ${paper}`).toBeGreaterThan(
          least,
        );
    const stops = tokens["--scene"]?.match(/#[0-9a-f]{6}/g) ?? [];
    expect(stops.length, name).toBeGreaterThan(1);
    for (const stop of stops)
      for (const [ink, least] of [
        ["--ink", 7],
        ["--soft", 4.49],
        ["--accent", 4.49],
      ] as const)
        expect(contrast(color(tokens, ink), read(stop) as Rgb), `${name} ${ink} ${stop}`).toBeGreaterThan(
          least,
        );
    const bad = read(tokens["--bad"] ?? BAD[theme]) as Rgb;
    expect(contrast(bad, color(tokens, "--page")), `${name} bad`).toBeGreaterThan(4.5);
  }
});

describe("a mood", () => {
  const pageOf = (name: string) => {
    const [, colors] = all.find(([other]) => other === name) ?? [];
    return colors && moodOfColors(colors, read);
  };
  test("differs from mode to mode", () => {
    const pages = all.map(([name]) => pageOf(name)?.light["--page"]);
    expect(new Set(pages).size).toBeGreaterThan(60);
  });
  test("keeps the shape of a background of its own", () => {
    expect(pageOf("050-dive")?.light["--scene"]).toMatch(/^linear-gradient\(#\w{6}, #\w{6}\)$/);
    expect(pageOf("120-vs-the-void-tiler")?.light["--scene"]).toMatch(/^radial-gradient\(#/);
  });
  test("is dark in the light where the mode is", () => {
    const { light, dark } = pageOf("120-vs-the-void-tiler") ?? {};
    expect(light?.["--page"]).toBe(dark?.["--page"]);
    expect(light).toMatchObject({ "color-scheme": "dark" });
    expect(pageOf("050-dive")?.light).toMatchObject({ "color-scheme": "light" });
  });
  test("leaves the colours of the site to who asks for more contrast", () => {
    const mood = pageOf("050-dive");
    expect(mood && rulesOf(mood)).toMatch(/^@media \(prefers-contrast: no-preference\) {/);
  });
  test.each([
    "linear-gradient(#ffffff, #eeeeee); } body { display: none",
    "linear-gradient(#ffffff, #eeeeee), url(x)",
    "linear-gradient(#ffffff, url(x), #eeeeee)",
  ])("takes nothing of a background but its colours: %s", (screen) => {
    const mood = moodOfColors({ screen, grid: "#888888" }, read);
    expect(mood?.light["--scene"]).toMatch(/^radial-gradient\(130% 70% at 50% 0, #\w{6}, #\w{6}\)$/);
  });
  test("is none where colours can't be read", () => {
    expect(moodOfColors({ screen: "no colour", grid: "#000000" }, read)).toBeNull();
    expect(moodOfColors({ screen: "#ffffff", grid: "conic-gradient(red, blue)" }, read)).toBeNull();
  });
});
