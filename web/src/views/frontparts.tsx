// Parts of the front page: a game that was left, and modes to be tried.

import { game } from "virtual:texts/game";
import { modes as texts } from "virtual:texts/modes";
import { useMemo } from "preact/hooks";
import { catalogue } from "../engine/catalogue";
import { threeOf } from "../engine/discover";
import { leftGame } from "../game/home";
import { titleShown } from "../game/titles";
import { fragmentOf } from "../route";
import { localDate } from "../scores/streak";
import { voices } from "../texts/voices";
import { Card } from "./card";
import { usePromised } from "./hooks";
import { Preview } from "./smallboard";

/** The game that was left last, besides the one on the board. */
export function LeftGame({ present }: { present: string | null }) {
  const line = usePromised(() => leftGame(present), [present])?.value;
  if (!line) return null;
  return (
    <section class="left-game" aria-labelledby="left-game">
      <h2 id="left-game">{texts.left}</h2>
      <a class="kept-game" href={fragmentOf({ view: "game", id: line.id })}>
        <Preview rows={line.preview} />
        <span class="kept-text">
          <span class="card-title">{titleShown(line.title)}</span>
          <span>
            {game.points(line.score)}, {game.moves(line.moves)}
          </span>
        </span>
      </a>
    </section>
  );
}

/** Three modes, others each day. */
export function Discover() {
  const modes = usePromised(catalogue, [])?.value;
  const voice = usePromised(voices, [])?.value;
  const date = localDate();
  const three = useMemo(() => threeOf(date, modes ?? []), [date, modes]);
  if (!modes) return null;
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
