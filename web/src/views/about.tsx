// About the site: whose work it is, what is kept where, which licences go with it.

import bundled from "virtual:bundled";
import type { ComponentChildren } from "preact";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { messageOf } from "../game/summary";
import { fragmentOf } from "../route";
import { useKnownScores } from "../scores/known";
import { usePromised, useTitle } from "./hooks";
import { Problem } from "./problem";

const COMPENDIUM = "https://github.com/MathCookie17/The-2048-Power-Compendium";

export function AboutView() {
  const headline = useTitle("About");
  const modes = usePromised(catalogue, []);
  const hasScores = useKnownScores();
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        About Polymerge
      </h1>
      <p>
        2048 and its variants, each written down in a file of rules. What can be played can be changed, and
        written anew in the <a href="./workshop.html">workshop</a>. Version {bundled.version}.
        {bundled.source && (
          <>
            {" "}
            <a href={bundled.source}>Source</a>.
          </>
        )}
      </p>

      <h2>Whose work it is</h2>
      <p>
        2048 is a game by Gabriele Cirulli. The language of the modes, the save codes and most of the modes
        are those of the <a href={COMPENDIUM}>2048 Power Compendium</a> by MathCookie17, who welcomes
        recreations. This is one, with code, texts and colours of its own. Other people had the ideas of many
        modes:
      </p>
      {modes?.error !== undefined && <Problem text={messageOf(modes.error)} />}
      <dl class="credits">
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

      <h2>What is kept, and where</h2>
      <ul>
        <li>
          Games, statistics and settings are kept in this browser alone. <a href="#/games">Games</a> can be
          saved as a file, and deleted. Who clears the data of this site in the browser deletes all of it.
        </li>
        <li>
          What a link holds (a game, a mode) stands behind the # of its address. Browsers do not send that to
          a server.
        </li>
        <li>There are no cookies, no advertisements, and nothing that counts visits.</li>
        <li>
          {hasScores
            ? "Scores: nothing is sent unless you press Submit. Then the mode, the seed, the moves and a name of your choice go to the server. You can rename and erase them there."
            : "Nothing of what you play is sent anywhere. Where there is a score server, a game is sent only when you press Submit."}
        </li>
        <li>The server that this page comes from sees that files were fetched, as every server does.</li>
      </ul>

      <h2>Licences</h2>
      <p>
        Polymerge is free software, under the MIT licence or the Apache licence 2.0, as you like. These are
        part of it; <a href="./licences.txt">their licences in full</a>.
      </p>
      <Parts name="Packages of the page" parts={bundled.packages} />
      <Parts name="Crates of the engine" parts={bundled.crates} />
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

/** What modes say of where they come from, each with its modes; what is said most often first. */
export function creditsOf(modes: readonly CatalogueEntry[]): [text: string, modes: CatalogueEntry[]][] {
  const credits = new Map<string, CatalogueEntry[]>();
  for (const mode of modes)
    if (mode.credits) credits.set(mode.credits, [...(credits.get(mode.credits) ?? []), mode]);
  return [...credits].sort(([, a], [, b]) => b.length - a.length);
}
