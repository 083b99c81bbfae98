// Modes to be tried: three, others each day.

import { game } from "virtual:texts/game";
import { modes as texts } from "virtual:texts/modes";
import { useEffect, useMemo } from "preact/hooks";
import type { CatalogueEntry } from "../engine/catalogue";
import { dateHere, threeOf } from "../engine/discover";
import { nextFrame } from "../game/task";
import { fragmentOf } from "../route";
import { voices } from "../texts/voices";
import { Card } from "./card";
import { usePromised } from "./hooks";

/** Milliseconds in which pictures are drawn that are there. */
const PICTURES = 100;

/** `shown` is called when all of it is seen. */
export function Discover({ modes, shown }: { modes: readonly CatalogueEntry[]; shown: () => void }) {
  const said = usePromised(voices, []);
  const voice = said?.value;
  useEffect(() => {
    if (said) void nextFrame().then(() => setTimeout(shown, PICTURES));
  }, [said]);
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
