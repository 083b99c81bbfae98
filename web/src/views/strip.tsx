// A strip of pictures below the first board: there are many more games.

import { catalogue } from "../engine/catalogue";
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

export function Strip() {
  const modes = usePromised(catalogue, [])?.value;
  if (!modes) return null;
  const shown = SHOWN.flatMap((name) => modes.find((mode) => mode.name === name) ?? []);
  return (
    <>
      <ul>
        {shown.map(({ name, title, picture }) => (
          <li key={name}>
            <a href={fragmentOf({ view: "play", mode: name })} title={title}>
              <img
                src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
                alt={title}
                width="64"
                height="64"
              />
            </a>
          </li>
        ))}
      </ul>
      <a class="strip-all" href={fragmentOf({ view: "modes" })}>
        {modes.length} games
      </a>
    </>
  );
}
