// The bar at the top of every view.

import { site } from "virtual:texts/site";
import type { Route } from "../route";
import { useKnownScores } from "../scores/known";
import { Icon, Logo } from "./icons";

/** Views, with what they are called here and their icons. */
const LINKS = [
  ["modes", "modes", "modes"],
  ["games", "games", "games"],
  ["statistics", "stats", "bars"],
  ["import", "import", "import"],
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
        {site.skip}
      </button>
      <a class="brand" href={`${home}#/`} aria-label="Polymerge">
        <Logo />
        <span>Polymerge</span>
      </a>
      <nav aria-label={site.main}>
        {LINKS.map(([view, text, icon]) => (
          <a key={view} href={`${home}#/${view}`} aria-current={current === view ? "page" : undefined}>
            <Icon name={icon} />
            {site[text]}
          </a>
        ))}
        {useKnownScores() && (
          <a href={`${home}#/scores`} aria-current={SCORES.includes(current) ? "page" : undefined}>
            <Icon name="cup" />
            {site.scores}
          </a>
        )}
        <a href="./workshop.html" aria-current={current === "workshop" ? "page" : undefined}>
          <Icon name="workshop" />
          {site.workshop}
        </a>
      </nav>
      <a
        class="gear"
        href={`${home}#/settings`}
        title={site.settings}
        aria-label={site.settings}
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
