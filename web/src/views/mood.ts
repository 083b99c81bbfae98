// The page in the colours of the mode that is shown.

import { useLayoutEffect } from "preact/hooks";
import { type Rgb, rgbOf } from "../board/contrast";
import { type Mood, moodOf, type Tokens } from "../board/mood";
import type { GameView } from "../engine/types";

type Colors = Pick<GameView["colors"], "screen" | "grid">;

/** Colours in the text of a background. */
const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi;
/** The light from above that a page has whose mode has a plain background. */
const GLOW = (colors: readonly string[]) => `radial-gradient(130% 70% at 50% 0, ${colors.join(", ")})`;

const sheet = typeof CSSStyleSheet === "function" ? new CSSStyleSheet() : null;

/** The mood of a mode; `null` where its colours can't be read. */
export function moodOfColors(
  { screen, grid }: Colors,
  read: (css: string) => Rgb | null = rgbOf,
): Mood | null {
  const between = read(grid);
  const found = screen.match(COLOR) ?? [];
  const stops = found.map(read);
  if (!between || stops.length === 0 || !stops.every((stop) => stop !== null)) return null;
  if (stops.length === 1) return moodOf(stops, between, GLOW);
  return moodOf(stops, between, (colors) => {
    let next = 0;
    return screen.replace(COLOR, () => colors[next++] ?? "");
  });
}

const written = (tokens: Tokens) =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}:${value};`)
    .join("");

/** The rules that a mood makes. People who ask for more contrast keep the colours of the site. */
export function rulesOf({ light, dark }: Mood): string {
  const night = written(dark);
  return `@media (prefers-contrast: no-preference) {
:root:root:root { ${written(light)} }
:root:root:root[data-theme="dark"] { ${night} }
@media (prefers-color-scheme: dark) { :root:root:root:not([data-theme="light"]) { ${night} } }
}`;
}

/** Puts the page into the colours of a mode as long as this is shown; `null` are those of the site. */
export function useMood(colors: Colors | null): void {
  const [screen, grid] = [colors?.screen ?? "", colors?.grid ?? ""];
  // Before the frame that shows the board, so that nothing changes its colour under one's eyes.
  useLayoutEffect(() => {
    const mood = screen && sheet ? moodOfColors({ screen, grid }) : null;
    if (!mood || !sheet) return;
    sheet.replaceSync(rulesOf(mood));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [screen, grid]);
}
