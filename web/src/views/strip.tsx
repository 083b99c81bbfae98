// A strip of pictures below the first board: there are many more games.

import { game } from "virtual:texts/game";
import { useMemo } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { fragmentOf } from "../route";
import { usePromised } from "./hooks";

/** Games that show how much they differ. */
const SHOWN = [
  "050-dive",
  "026-2584",
  "105-gaussian-dive",
  "038-180",
  "099-four-sides-625",
  "070-16-plus-16i",
];

/** The games that are shown, with the addresses of their pictures. */
function pictured(modes: readonly CatalogueEntry[]) {
  return SHOWN.flatMap((name) => {
    const mode = modes.find((mode) => mode.name === name);
    return mode
      ? [{ name, title: mode.title, address: `data:image/svg+xml,${encodeURIComponent(mode.picture)}` }]
      : [];
  });
}

export function Strip() {
  const modes = usePromised(catalogue, [])?.value;
  // Drawn anew with every turn.
  const shown = useMemo(() => pictured(modes ?? []), [modes]);
  if (!modes) return null;
  return (
    <>
      <ul>
        {shown.map(({ name, title, address }) => (
          <li key={name}>
            <a href={fragmentOf({ view: "play", mode: name })} title={title}>
              <img src={address} alt={title} width="64" height="64" />
            </a>
          </li>
        ))}
      </ul>
      <a class="strip-all" href={fragmentOf({ view: "modes" })}>
        {game.modes(modes.length)}
      </a>
    </>
  );
}
