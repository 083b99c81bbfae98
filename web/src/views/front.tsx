// The parts of the front page below its board: the game of the day, a game that was left, and modes to
// be tried. They come last: nothing waits for them.

import { useEffect, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import type { DayCard } from "../scores/daily";
import { mayHoldGames } from "../store/unkept";
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
  // Until it is known, the place of the day's game is kept: nothing moves when it comes.
  const [isDayless, setDayless] = useState(false);
  // A game that was left comes with the engine, above the modes.
  const [wasPlayed] = useState(mayHoldGames);
  const isShown = isHome || isFirst;
  const isReady = isHome && model.engineGame !== null;
  useEffect(() => {
    if (!isShown) return;
    const take = (parts: Parts) => setParts((known) => ({ ...known, ...parts }));
    const gallery = import("./gallery");
    const dayless = () => setDayless(true);
    // The card of the day has its place, but not its style without the gallery.
    if (isHome)
      Promise.all([import("../scores/parts"), gallery]).then(
        ([{ DayCard: Card }]) => take({ Card }),
        dayless,
      );
    Promise.all([gallery, catalogue()]).then(
      ([{ Discover: Try, LeftGame: Left }, modes]) => take({ Try, Left, modes }),
      () => {
        dayless();
        controller.frontShown();
      },
    );
  }, [isShown, isHome]);
  if (!isShown) return null;
  const isInOrder = isReady || !isHome || !wasPlayed;
  return (
    <div class={isFirst ? "front strip" : "front"}>
      {isHome && (
        <div class={isDayless ? "no-day" : "day-place"}>
          {Card && <Card controller={controller} failed={() => setDayless(true)} />}
        </div>
      )}
      {isReady && Left && <Left controller={controller} />}
      {Try && modes && isInOrder && <Try modes={modes} shown={() => controller.frontShown()} />}
    </div>
  );
}
