// The parts of the front page below its board: the game of the day, a game that was left, and modes to
// be tried. They come last: nothing waits for them.

import { useEffect, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import type { DayCard } from "../scores/daily";
import type { Discover } from "./discover";
import { useRoute } from "./hooks";
import type { LeftGame } from "./left";

interface Properties {
  controller: GameController;
  model: GameModel;
  /** True for the mode that a first visit begins with. */
  isFirst: boolean;
}

/** Parts that are scripts of their own, once they are there. */
interface Parts {
  Card?: typeof DayCard;
  Left?: typeof LeftGame;
  Try?: typeof Discover;
  modes?: readonly CatalogueEntry[];
}

export function Front({ controller, model, isFirst }: Properties) {
  const isHome = useRoute().view === "home";
  const [{ Card, Left, Try, modes }, setParts] = useState<Parts>({});
  const isShown = isHome || isFirst;
  const isReady = isHome && model.engineGame !== null;
  useEffect(() => {
    const take = (parts: Parts) => setParts((known) => ({ ...known, ...parts }));
    // Without a connection there is less, and the board is there all the same.
    const nothing = () => {};
    if (isShown)
      void Promise.all([import("./gallery"), catalogue()]).then(
        ([{ Discover: Try, LeftGame: Left }, modes]) => take({ Try, Left, modes }),
        nothing,
      );
    if (isReady) void import("../scores/parts").then(({ DayCard: Card }) => take({ Card }), nothing);
  }, [isShown, isReady]);
  if (!isShown) return null;
  return (
    <div class={isFirst ? "front strip" : "front"}>
      {isReady && Card && <Card controller={controller} />}
      {isReady && Left && <Left controller={controller} />}
      {Try && modes && <Try modes={modes} />}
    </div>
  );
}
