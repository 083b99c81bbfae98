// The game of the day below the board of the front page. It comes last: nothing waits for it.

import { useEffect, useState } from "preact/hooks";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import type { DayCard } from "../scores/daily";
import { useRoute } from "./hooks";

interface Properties {
  controller: GameController;
  model: GameModel;
}

export function TodayCard({ controller, model }: Properties) {
  const isHome = useRoute().view === "home";
  const [Part, setPart] = useState<{ Card: typeof DayCard } | null>(null);
  const isReady = isHome && model.engineGame !== null;
  useEffect(() => {
    if (!isReady) return;
    // Without a connection there is none, and the board is there all the same.
    void import("../scores/parts").then(
      ({ DayCard: Card }) => setPart({ Card }),
      () => {},
    );
  }, [isReady]);
  return isReady && Part ? <Part.Card controller={controller} /> : null;
}
