// The bar at the top of every view.

import type { Route } from "../route";
import { useKnownScores } from "../scores/known";
import { Icon, Logo } from "./icons";

const LINKS = [
  ["modes", "Modes", "modes"],
  ["games", "Games", "games"],
  ["statistics", "Stats", "bars"],
  ["import", "Import", "import"],
] as const;

const SCORES: readonly string[] = ["scores", "score", "daily", "me"];

interface Properties {
  view: Route["view"] | "workshop";
  /** The way to the page with the other views. */
  home?: string;
}

export function Header({ view: current, home = "" }: Properties) {
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
      <a
        class="gear"
        href={`${home}#/settings`}
        title="Settings"
        aria-label="Settings"
        aria-current={current === "settings" ? "page" : undefined}
      >
        <Icon name="gear" />
      </a>
    </header>
  );
}

/** Not a link: the fragment of the address is the route. */
function skip(): void {
  document.querySelector<HTMLElement>("#main h1")?.focus();
}
