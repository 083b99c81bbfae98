// About the site: whose work it is, what is kept where, which licences go with it.

import bundled from "virtual:bundled";
import { about } from "virtual:texts/about";
import type { ComponentChildren } from "preact";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { fragmentOf } from "../route";
import { useKnownScores } from "../scores/known";
import { filled } from "../texts/filled";
import { inEnglish } from "../texts/language";
import { usePromised, useTitle } from "./hooks";
import { Failure } from "./problem";

const COMPENDIUM = "https://github.com/MathCookie17/The-2048-Power-Compendium";
const COMPENDIUM_NAME = "2048 Power Compendium";

export function AboutView() {
  const headline = useTitle(about.title);
  const modes = usePromised(catalogue, []);
  const hasScores = useKnownScores();
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        {about.headline}
      </h1>
      <p>
        {filled(about.what, {
          workshop: <a href="./workshop.html">{about.workshop}</a>,
          version: bundled.version,
        })}
        {bundled.source && (
          <>
            {" "}
            <a href={bundled.source}>{about.source}</a>.
          </>
        )}
      </p>

      <h2>{about.whose}</h2>
      <p>{filled(about.origin, { compendium: <a href={COMPENDIUM}>{COMPENDIUM_NAME}</a> })}</p>
      <Failure of={modes} />
      <dl class="credits" {...inEnglish()}>
        {creditsOf(modes?.value ?? []).map(([text, credited]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {credited.map(({ name, title }, index) => (
                <span key={name}>
                  {index > 0 && ", "}
                  <a href={fragmentOf({ view: "mode", mode: name })}>{title}</a>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>

      <h2>{about.keptWhere}</h2>
      <ul>
        <li>{filled(about.keptGames, { games: <a href="#/games">{about.games}</a> })}</li>
        <li>{about.keptLinks}</li>
        <li>{about.noTracking}</li>
        <li>{hasScores ? about.withScores : about.withoutScores}</li>
        <li>{about.serverSees}</li>
      </ul>

      <h2>{about.licences}</h2>
      <p>{filled(about.licence, { full: <a href="./licences.txt">{about.inFull}</a> })}</p>
      <Parts name={about.packages} parts={bundled.packages} />
      <Parts name={about.crates} parts={bundled.crates} />
    </main>
  );
}

function Parts({ name, parts }: { name: string; parts: typeof bundled.packages }): ComponentChildren {
  return (
    <details>
      <summary>
        {name} ({parts.length})
      </summary>
      <ul>
        {parts.map(({ name, version, licence }) => (
          <li key={name}>
            {name} {version}: {licence}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the credits of modes, each with its modes; those with most modes first. */
export function creditsOf(modes: readonly CatalogueEntry[]): [text: string, modes: CatalogueEntry[]][] {
  const credits = new Map<string, CatalogueEntry[]>();
  for (const mode of modes)
    if (mode.credits) credits.set(mode.credits, [...(credits.get(mode.credits) ?? []), mode]);
  return [...credits].sort(([, a], [, b]) => b.length - a.length);
}
