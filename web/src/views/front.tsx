// What the front page has below its board: the game of the day, a game that was left, and modes to
// be tried. It comes last: nothing waits for it.

import { useEffect, useState } from "preact/hooks";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import type { DayCard } from "../scores/daily";
import type { Discover, LeftGame } from "./frontparts";
import { useRoute } from "./hooks";

interface Properties {
  controller: GameController;
  model: GameModel;
  /** True for the mode that a first visit begins with. */
  isFirst: boolean;
}

interface Parts {
  Card?: typeof DayCard;
  Left?: typeof LeftGame;
  Try?: typeof Discover;
}

export function Front({ controller, model, isFirst }: Properties) {
  const isHome = useRoute().view === "home";
  const [{ Card, Left, Try }, setParts] = useState<Parts>({});
  const isReady = isHome && model.engineGame !== null;
  const isShown = isHome || isFirst;
  useEffect(() => {
    const take = (parts: Parts) => setParts((known) => ({ ...known, ...parts }));
    // Without a connection there is less, and the board is there all the same.
    const nothing = () => {};
    if (isShown)
      void import("./frontparts").then((all) => take({ Left: all.LeftGame, Try: all.Discover }), nothing);
    if (isReady) void import("../scores/parts").then((all) => take({ Card: all.DayCard }), nothing);
  }, [isShown, isReady]);
  if (!isShown) return null;
  return (
    <div class={isFirst ? "front strip" : "front"}>
      {isReady && Card && <Card controller={controller} />}
      {isReady && Left && <Left present={controller.id} />}
      {Try && <Try />}
    </div>
  );
}
