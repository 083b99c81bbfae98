// The whole page: the bar, and the view that the address asks for.

import { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import type { Room } from "../game/room";
import { messageOf } from "../game/summary";
import { go, type Route } from "../route";
import { GameView } from "./game";
import { GamesView } from "./games";
import { Header } from "./header";
import { useRoute } from "./hooks";
import { ImportView } from "./import";
import { ModesView } from "./modes";
import { Problem } from "./problem";
import { ReplayView } from "./replay";
import { StatisticsView } from "./statistics";
import { Working } from "./working";

export function App({ room }: { room: Room }) {
  const route = useRoute();
  const [replay, setReplay] = useState("");
  return (
    <>
      <Header view={route.view} />
      <View room={room} route={route} replay={replay} setReplay={setReplay} />
      <Working />
    </>
  );
}

interface Properties {
  room: Room;
  route: Route;
  replay: string;
  setReplay: (code: string) => void;
}

function View({ room, route, replay, setReplay }: Properties) {
  const watch = (code: string) => {
    setReplay(code);
    go({ view: "replay", id: "code" });
  };
  switch (route.view) {
    case "modes":
      return <ModesView />;
    case "games":
      return <GamesView />;
    case "statistics":
      return <StatisticsView />;
    case "import":
      return <ImportView room={room} watch={watch} seated={() => go({ view: "home" })} />;
    case "replay":
      return <ReplayView source={route.id === "code" ? { code: replay } : { id: route.id }} />;
    default:
      return <TableView room={room} route={route} watch={watch} />;
  }
}

/** Puts the game that the route asks for on the table, and shows it. */
function TableView({ room, route, watch }: { room: Room; route: Route; watch: (code: string) => void }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [problem, setProblem] = useState("");
  const [waiting, setWaiting] = useState(!room.holds(route));
  const [tries, again] = useReducer((count: number) => count + 1, 0);
  // Before the next frame, in which much may happen already.
  useLayoutEffect(() => room.watch(() => redraw(0)), [room]);
  useEffect(() => {
    let wanted = true;
    setProblem("");
    setWaiting(!room.holds(route));
    seat(room, route, watch).then(
      () => wanted && setWaiting(false),
      (error: unknown) => wanted && setProblem(messageOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [JSON.stringify(route), tries]);
  if (problem) {
    return (
      <main class="page narrow" id="main">
        <h1 tabIndex={-1}>This can't be opened</h1>
        <Problem text={problem} alert />
        <div class="buttons">
          <button type="button" onClick={() => again(0)}>
            Try again
          </button>
          <a class="button" href="#/modes">
            All modes
          </a>
        </div>
      </main>
    );
  }
  if (!room.table || waiting) {
    return (
      <main class="page" id="main">
        <h1 class="unseen" tabIndex={-1}>
          Polymerge
        </h1>
        <p class="waiting" role="status">
          One moment …
        </p>
      </main>
    );
  }
  return <GameView room={room} table={room.table} />;
}

async function seat(room: Room, route: Route, watch: (code: string) => void): Promise<void> {
  switch (route.view) {
    case "play":
      return room.mode(route.mode);
    case "game":
      return room.game(route.id);
    case "code": {
      const found = await room.text(route.code);
      if (found) watch(found.replay);
      // Reloading the page must not begin anew.
      else go({ view: "home" });
      return;
    }
    default:
      return room.last();
  }
}
