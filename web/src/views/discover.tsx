// Modes to be tried: three, others each day.

import { game } from "virtual:texts/game";
import { modes as texts } from "virtual:texts/modes";
import { useMemo } from "preact/hooks";
import type { CatalogueEntry } from "../engine/catalogue";
import { dateHere, threeOf } from "../engine/discover";
import { fragmentOf } from "../route";
import { voices } from "../texts/voices";
import { Card } from "./card";
import { usePromised } from "./hooks";

export function Discover({ modes }: { modes: readonly CatalogueEntry[] }) {
  const voice = usePromised(voices, [])?.value;
  const date = dateHere();
  const three = useMemo(() => threeOf(date, modes), [date, modes]);
  return (
    <section class="discover" aria-labelledby="discover">
      <h2 id="discover">{texts.tryThese}</h2>
      <ul>
        {three.map((mode) => (
          <li key={mode.name}>
            <Card mode={mode} voice={voice?.(mode.name)} isSmall />
          </li>
        ))}
      </ul>
      <p>
        <span class="quiet">{texts.tomorrow}</span>{" "}
        <a href={fragmentOf({ view: "modes" })}>{game.modes(modes.length)}</a>
      </p>
    </section>
  );
}
