// The bar at the top of every view.

import type { Route } from "../route";
import { useKnownScores } from "../scores/known";
import { applyTheme, type Theme } from "../store/settings";
import { useSetting } from "./hooks";
import { Icon, type IconName, Logo } from "./icons";

const LINKS = [
  ["modes", "Modes", "modes"],
  ["games", "Games", "games"],
  ["statistics", "Stats", "bars"],
  ["import", "Import", "import"],
] as const;

const SCORES: readonly string[] = ["scores", "score", "daily", "me"];

const THEMES: Record<Theme, { icon: IconName; name: string; next: Theme }> = {
  auto: { icon: "screen", name: "Colours of the system", next: "light" },
  light: { icon: "sun", name: "Light colours", next: "dark" },
  dark: { icon: "moon", name: "Dark colours", next: "auto" },
};

interface Properties {
  view: Route["view"] | "workshop";
  /** The way to the page with the other views. */
  home?: string;
}

export function Header({ view: current, home = "" }: Properties) {
  const [theme, setTheme] = useSetting("theme");
  // Whatever another version has kept there.
  const { icon, name, next } = THEMES[theme] ?? THEMES.auto;
  return (
    <header class="top">
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <a class="brand" href={`${home}#/`} aria-label="Polymerge">
        <Logo />
        <span>Polymerge</span>
      </a>
      <nav aria-label="Main">
        {LINKS.map(([view, text, icon]) => (
          <a key={view} href={`${home}#/${view}`} aria-current={current === view ? "page" : undefined}>
            <Icon name={icon} />
            {text}
          </a>
        ))}
        {useKnownScores() && (
          <a href={`${home}#/scores`} aria-current={SCORES.includes(current) ? "page" : undefined}>
            <Icon name="cup" />
            Scores
          </a>
        )}
        <a href="./workshop.html" aria-current={current === "workshop" ? "page" : undefined}>
          <Icon name="workshop" />
          Workshop
        </a>
      </nav>
      <button
        type="button"
        class="plain"
        title={name}
        onClick={() => {
          setTheme(next);
          applyTheme();
        }}
      >
        <Icon name={icon} />
        <span class="unseen">{name}</span>
      </button>
    </header>
  );
}

/** Not a link: the fragment of the address is the route. */
function skip(): void {
  document.querySelector<HTMLElement>("#main h1")?.focus();
}
