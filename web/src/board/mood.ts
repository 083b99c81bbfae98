// The colours of the page around a game, made of those of its mode: each mode has a mood of its own.
// All of them can be read (tests/unit/mood.test.ts checks every mode).

import { contrast, type Rgb } from "./contrast";

/** CSS properties of the page with their values. */
export type Tokens = Readonly<Record<string, string>>;

/** The page of a mode where it is light, and where it is dark: the same properties. */
export interface Mood {
  light: Tokens;
  dark: Tokens;
}

/** Hue in sixths of a circle, saturation and lightness from 0 to 1. */
type Hsl = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** Least contrast of texts, of small or grey ones, and of what is on a button. */
const [INK, SOFT, ACCENT] = [9, 4.9, 4.9];
/** A screen that is darker than this is meant for light texts, in the light as well. */
const NIGHT = 0.35;
/** The colours of errors on light pages and on dark ones (theme.css), and their least contrast. */
const [BAD_BY_DAY, BAD_BY_NIGHT]: readonly [Rgb, Rgb] = [
  [0x9c, 0x1c, 0x1c],
  [0xff, 0x9d, 0x92],
];
const BAD = 4.6;

function hslOf([r, g, b]: Rgb): Hsl {
  const [most, least] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const light = (most + least) / 2;
  const range = most - least;
  if (range === 0) return [0, 0, light];
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const hue = most === x ? (y - z) / range : most === y ? 2 + (z - x) / range : 4 + (x - y) / range;
  return [(hue + 6) % 6, range / (1 - Math.abs(2 * light - 1)), light];
}

function rgbFrom([hue, saturation, light]: Hsl): Rgb {
  const range = (1 - Math.abs(2 * light - 1)) * saturation;
  const channel = (shift: number) => {
    const place = Math.abs(((hue + shift) % 6) - 3);
    const share = Math.min(1, Math.max(0, place - 1));
    return Math.round(255 * (light - range / 2 + range * share));
  };
  return [channel(0), channel(4), channel(2)];
}

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) => Math.round(a[index] + (b[index] - a[index]) * share);
  return [channel(0), channel(1), channel(2)];
};

export const cssOf = (color: Rgb): string =>
  `#${color.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Makes a colour darker, or lighter, until it can be read on all papers. */
function readable([hue, saturation, light]: Hsl, papers: readonly Rgb[], least: number, step: number): Rgb {
  for (let now = light; now > 0 && now < 1; now += step) {
    const color = rgbFrom([hue, saturation, now]);
    if (papers.every((paper) => contrast(color, paper) >= least)) return color;
  }
  return step < 0 ? BLACK : WHITE;
}

/** The page by day: of its mode's colour, so light that black and the colour of errors can be read on it. */
function dayOf([hue, saturation, light]: Hsl): Rgb {
  for (let now = light; now < 1; now += 0.01) {
    const color = rgbFrom([hue, saturation, now]);
    if (contrast(BLACK, color) >= INK && contrast(BAD_BY_DAY, color) >= BAD) return color;
  }
  return WHITE;
}

/** The page with some of the colour between the cells, as long as black can be read on it. */
function pointedAt(page: Rgb, grid: Rgb): Rgb {
  for (let share = 0.16; share > 0; share -= 0.02) {
    const color = mixed(page, grid, share);
    if (contrast(BLACK, color) >= INK) return color;
  }
  return page;
}

/** Brings the colours of a background so near to the page that texts can be read on all of it. */
function calm(stop: Rgb, page: Rgb, inks: readonly Rgb[], strength: number): Rgb {
  for (let share = strength; share > 0; share -= 0.04) {
    const color = mixed(page, stop, share);
    if (inks.every((ink) => contrast(color, ink) >= 4.5)) return color;
  }
  return page;
}

/** The colour of a light background by night. */
function darkened(color: Rgb): Rgb {
  const [hue, saturation, light] = hslOf(color);
  return rgbFrom([hue, Math.min(0.35, saturation), 0.06 + 0.12 * light]);
}

/** The page, what lies on it, and what is pointed at. */
interface Paper {
  page: Rgb;
  panel: Rgb;
  hover: Rgb;
}

/** The page of a mode with what is written on it; colours go towards black or white by `step`. */
function tokensOf({ page, panel, hover }: Paper, tone: Hsl, stops: readonly Rgb[], step: number) {
  const isDark = step > 0;
  const papers = [page, panel, hover];
  const [hue, saturation] = tone;
  const written = (saturation: number, light: number, least: number) =>
    readable([hue, saturation, light], papers, least, step);
  const ink = written(Math.min(0.3, saturation), isDark ? 0.92 : 0.14, INK);
  const soft = written(Math.min(0.18, saturation), isDark ? 0.68 : 0.37, SOFT);
  const full = Math.min(0.72, 0.25 + 1.4 * saturation);
  const accent = written(full, isDark ? 0.68 : 0.42, ACCENT);
  const onAccent = isDark ? readable([hue, full, 0.12], [accent], ACCENT, -0.02) : WHITE;
  const inks = [soft, accent, isDark ? BAD_BY_NIGHT : BAD_BY_DAY];
  const scene = stops.map((stop) => cssOf(calm(stop, page, inks, isDark ? 1 : 0.75)));
  const tokens = {
    "--page": cssOf(page),
    "--panel": cssOf(panel),
    "--hover": cssOf(hover),
    "--ink": cssOf(ink),
    "--soft": cssOf(soft),
    "--line": cssOf(mixed(page, ink, isDark ? 0.2 : 0.14)),
    "--accent": cssOf(accent),
    "--on-accent": cssOf(onAccent),
  };
  return { tokens, scene };
}

/**
 * Returns the mood of a mode: `screen` are the colours of its background, `grid` is the one between
 * its cells. `shape` makes a background of as many colours.
 */
export function moodOf(
  screen: readonly Rgb[],
  grid: Rgb,
  shape: (colors: readonly string[]) => string,
): Mood {
  const [first = grid] = screen;
  const [own, between] = [hslOf(first), hslOf(grid)];
  // A grey grid has no hue to speak of.
  const tone = between[1] < 0.04 ? own : between;
  const [hue, saturation] = tone;
  const night = (light: number) => rgbFrom([hue, Math.min(0.24, saturation), light]);
  const isNight = own[2] < NIGHT;
  const isPlain = screen.length === 1;
  const stops = isPlain ? [mixed(first, grid, 0.4), first] : screen;
  // A light background is as dark as the night, and keeps its colours and their order.
  const nightly = isNight ? stops : isPlain ? [night(0.16), night(0.09)] : screen.map(darkened);
  const dark = tokensOf({ page: night(0.09), panel: night(0.135), hover: night(0.19) }, tone, nightly, 0.02);
  const page = dayOf([own[0], Math.min(own[1], 0.75), Math.min(own[2], 0.94)]);
  const day = { page, panel: mixed(page, WHITE, 0.72), hover: pointedAt(page, grid) };
  const light = isNight ? dark : tokensOf(day, tone, stops, -0.02);
  const isDarkGrid = between[2] < 0.2;
  const themed = (by: typeof dark, isDark: boolean): Tokens => ({
    ...by.tokens,
    "--scene": shape(by.scene),
    "--bad": cssOf(isDark ? BAD_BY_NIGHT : BAD_BY_DAY),
    "color-scheme": isDark ? "dark" : "light",
  });
  // A grid that is dark already is not dimmed, and no board in the light is.
  const dimmed = (isDimmed: boolean): Tokens => {
    const dim = cssOf(night(0.115));
    return { "--dim": isDimmed ? `${dim}b0` : "#0000", "--dim-grid": isDimmed ? `${dim}d0` : "#0000" };
  };
  return {
    light: { ...themed(light, isNight), ...dimmed(false) },
    dark: { ...themed(dark, true), ...dimmed(!isDarkGrid) },
  };
}
