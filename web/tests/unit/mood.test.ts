// The colours of the page in every mode: all that is written can be read.

import { Game, type GameView, Mode, modes } from "polymerge";
import { beforeAll, describe, expect, test } from "vitest";
import { contrast, type Rgb } from "../../src/board/contrast.ts";
import type { Tokens } from "../../src/board/mood.ts";
import { moodOfColors, ruleOf } from "../../src/views/wear.ts";

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

/** Texts on the background, with the least contrast. */
const SCENE = [
  ["--ink", 7],
  ["--soft", 4.49],
  ["--accent", 4.49],
] as const;

/** Returns what can't be read on a page of these colours. */
function unreadable(colors: Pick<GameView["colors"], "screen" | "grid">, theme: "light" | "dark"): string[] {
  const tokens = moodOfColors(colors, read)?.[theme] ?? {};
  const stops = (tokens["--scene"]?.match(/#[0-9a-f]{6}/g) ?? []).map((stop) => read(stop) as Rgb);
  const bad = color(tokens, "--bad");
  const page = color(tokens, "--page");
  const checks: [name: string, ink: Rgb, paper: Rgb, least: number][] = [
    ...PAIRS.flatMap(([ink, papers, least]) =>
      papers.map((paper) => [`${ink} ${paper}`, color(tokens, ink), color(tokens, paper), least] as never),
    ),
    ...stops.flatMap((stop) =>
      SCENE.map(([ink, least]) => [`${ink} --scene`, color(tokens, ink), stop, least] as never),
    ),
    ...[page, color(tokens, "--panel"), ...stops].map((paper) => ["--bad", bad, paper, 4.49] as never),
  ];
  const faults = checks.flatMap(([name, ink, paper, least]) => {
    const found = contrast(ink, paper);
    return found >= least ? [] : [`${colors.screen} ${colors.grid}: ${name} ${found.toFixed(2)}`];
  });
  return stops.length > 1 ? faults : [...faults, `${colors.screen} has no background`];
}

test.each(["light", "dark"] as const)("texts can be read in the mood of every mode: %s", (theme) => {
  expect(all.length).toBeGreaterThan(120);
  expect(all.flatMap(([, colors]) => unreadable(colors, theme))).toEqual([]);
});

/** A colour of a hue in degrees, with saturation and lightness from 0 to 1. */
function hex(hue: number, saturation: number, light: number): string {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

const steps = (count: number) => Array.from({ length: count + 1 }, (_, index) => index / count);

test.each(["light", "dark"] as const)("texts can be read whatever the colours of a mode are: %s", (theme) => {
  const screens = steps(6).flatMap((turn) =>
    steps(2).flatMap((saturation) => steps(12).map((light) => hex(turn * 360, saturation, light))),
  );
  expect(screens).toContain("#0000ff");
  const faults = ["#3366cc", ...screens].flatMap((screen) =>
    ["#000000", "#ffffff", screen].flatMap((grid) => [
      ...unreadable({ screen, grid }, theme),
      ...unreadable({ screen: `linear-gradient(${screen}, #102030)`, grid }, theme),
    ]),
  );
  expect(faults).toEqual([]);
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
    expect(mood && ruleOf(mood)).toMatch(/^@media \(prefers-contrast: no-preference\) {/);
  });
  test("sets the same properties in the light and in the dark", () => {
    for (const [name] of all) {
      const { light, dark } = pageOf(name) ?? { light: {}, dark: { "--page": "" } };
      expect(Object.keys(light)).toEqual(Object.keys(dark));
    }
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
