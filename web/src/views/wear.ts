// Puts the page into the colours of a mode: a script of its own, fetched with the first mode that
// has other colours than the site.

import { type Rgb, rgbOf } from "../board/contrast";
import { type Mood, moodOf } from "../board/mood";
import type { GameView } from "../engine/types";

export type Colors = Pick<GameView["colors"], "screen" | "grid">;

/** Colours in the text of a background. */
const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi;
/** A background that is a gradient and nothing else: it comes from strangers, and goes into a style. */
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((?:(?!url)[\w#%.,\s()+-])+\)$/i;
/** The light from above that a page has whose mode has a plain background. */
const GLOW = (colors: readonly string[]) => `radial-gradient(130% 70% at 50% 0, ${colors.join(", ")})`;

/** The mood of a mode; `null` where its colours can't be read. */
export function moodOfColors(
  { screen, grid }: Colors,
  read: (css: string) => Rgb | null = rgbOf,
): Mood | null {
  const between = read(grid);
  const found = screen.match(COLOR) ?? [];
  const stops = found.map(read);
  if (!between || stops.length === 0 || !stops.every((stop) => stop !== null)) return null;
  if (stops.length === 1 || !GRADIENT.test(screen)) return moodOf(stops.slice(0, 1), between, GLOW);
  return moodOf(stops, between, (colors) => {
    let next = 0;
    return screen.replace(COLOR, () => colors[next++] ?? "");
  });
}

/** The rule that a mood makes (theme.css). People who ask for more contrast keep the colours of the site. */
export function ruleOf({ light, dark }: Mood): string {
  const tokens = Object.entries(light).map(
    ([name, value]) => `${name}:var(--if-light,${value}) var(--if-dark,${dark[name] ?? ""});`,
  );
  return `@media (prefers-contrast: no-preference) { :root:root { ${tokens.join("")} } }`;
}

/** Colours the bar of the browser, too. Returns what takes that back. */
function colourBar({ light, dark }: Mood): () => void {
  const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const before = bars.map(({ content }) => content);
  for (const bar of bars) bar.content = (bar.media.includes("dark") ? dark : light)["--page"] ?? bar.content;
  return () => {
    for (const [index, bar] of bars.entries()) bar.content = before[index] ?? bar.content;
  };
}

/** Puts the page into the colours of a mode. Returns what takes that back. */
export function wear(colors: Colors): () => void {
  const mood = moodOfColors(colors);
  if (!mood) return () => {};
  const style = document.createElement("style");
  style.textContent = ruleOf(mood);
  document.head.append(style);
  const uncolour = colourBar(mood);
  return () => {
    style.remove();
    uncolour();
  };
}
