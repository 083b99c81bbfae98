// The whole page: the bar, and the view that the address asks for.

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { CutLink } from "../engine/whole";
import { entryGame, readdress, rememberGame } from "../entry";
import { takeFiles } from "../game/brought";
import { notice } from "../game/notices";
import type { Room } from "../game/room";
import { messageOf } from "../game/summary";
import { go, modeAsked, type Route } from "../route";
import { errorOf } from "../store/trouble";
import { site } from "../texts/en/site";
import { Coming } from "./coming";
import { Drop } from "./drop";
import { textOf } from "./file";
import { GameView } from "./game";
import { Header } from "./header";
import { useRoute } from "./hooks";
import {
  AboutView,
  DailyView,
  GamesView,
  ImportView,
  ModesView,
  ModeView,
  PlayerView,
  ReplayView,
  ScoresView,
  ScoreView,
  SettingsView,
  SetupView,
  StatisticsView,
} from "./later";
import { Notices } from "./notices";
import { noSuchMode, Problem } from "./problem";
import { Unknown } from "./unknown";
import { Working } from "./working";

interface AppProperties {
  room: Room;
  /** What another program has shared with the site. */
  shared: File | null;
}

export function App({ room, shared }: AppProperties) {
  const route = useRoute();
  const [replay, setReplay] = useState("");
  useEffect(() => {
    const open = (file: File) => {
      // Not before the game that was there: that would take its place.
      const seated = room.last().catch(() => {});
      void seated.then(() => bring(room, file, setReplay));
    };
    takeFiles(open, (error) => notice({ text: messageOf(error) }));
    if (shared) open(shared);
  }, []);
  return (
    <>
      <Header view={route.view} />
      <Notices />
      <View room={room} route={route} replay={replay} setReplay={setReplay} />
      <Drop take={(file) => bring(room, file, setReplay)} />
      <Working />
    </>
  );
}

/** What is longer does not fit into the addresses of all browsers. */
const LONGEST = 500_000;

/** Shows a replay; its code is its address, so that it is there again when the page is. */
async function watch(code: string, setReplay: (code: string) => void): Promise<void> {
  setReplay(code);
  if (code.length > LONGEST) return go({ view: "replay", id: "code" });
  const { sealed } = await import("../engine/likeness");
  go({ view: "code", code: sealed(code) });
}

/** Opens a file that was dropped somewhere. */
async function bring(room: Room, file: File, setReplay: (code: string) => void): Promise<void> {
  try {
    const found = await room.text(await textOf(file), file.name);
    if (found) await watch(found.replay, setReplay);
    else if (room.id) go({ view: "game", id: room.id });
  } catch (error) {
    notice({ text: messageOf(error) });
  }
}

interface Properties {
  room: Room;
  route: Route;
  replay: string;
  setReplay: (code: string) => void;
}

function View({ room, route, replay, setReplay }: Properties) {
  switch (route.view) {
    case "modes":
      return <ModesView room={room} />;
    case "games":
      return <GamesView room={room} />;
    case "statistics":
      return <StatisticsView room={room} />;
    case "mode":
      return <ModeView called={route.mode} />;
    case "scores":
      return <ScoresView room={room} which={route.board} />;
    case "score":
      return <ScoreView id={route.id} />;
    case "daily":
      return <DailyView room={room} />;
    case "me":
      return <PlayerView />;
    case "import":
      return (
        <ImportView
          room={room}
          watch={(code) => void watch(code, setReplay)}
          seated={() => go(room.id ? { view: "game", id: room.id } : { view: "home" })}
        />
      );
    case "setup":
      return <SetupView room={room} />;
    case "settings":
      return <SettingsView />;
    case "about":
      return <AboutView />;
    case "replay":
      return <ReplayView room={room} source={route.id === "code" ? { code: replay } : { id: route.id }} />;
    case "unknown":
      return <Unknown fragment={route.fragment} />;
    default:
      return <TableView room={room} route={route} />;
  }
}

/** Has the browser find the game on the table again, by the address and when one comes back to it. */
function remember(room: Room, route: Route): void {
  const { id, table } = room;
  if (!id || !table) return;
  rememberGame(id);
  // Where nothing is kept, an address that says what was asked for is of more use.
  if (errorOf("games")) return;
  const isTold =
    route.view === "home" ||
    (route.view === "play" && table.facts.name !== "") ||
    (route.view === "game" && route.id === id);
  if (!isTold) readdress({ view: "game", id });
}

/** Whether the game that a route asks for is on the table. */
function holds(room: Room, route: Route): boolean {
  const entry = entryGame();
  return entry ? room.id === entry && room.table !== null : room.holds(route);
}

/** Whether a link was cut or altered: what tells that is fetched with such links alone. */
const isCut = (error: unknown): error is CutLink => error instanceof Error && error.name === "CutLink";

/** Puts the game that the route asks for on the table, and shows it. */
function TableView({ room, route }: { room: Room; route: Route }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [problem, setProblem] = useState("");
  // Whether another try may end otherwise.
  const [isLasting, setLasting] = useState(false);
  const [openRest, setOpenRest] = useState<(() => Promise<void>) | null>(null);
  const [replay, setReplay] = useState("");
  const [waiting, setWaiting] = useState(!holds(room, route));
  const [tries, again] = useReducer((count: number) => count + 1, 0);
  const seated = useRef(false);
  const key = JSON.stringify(route);
  // Before the next frame, in which much may happen already.
  useLayoutEffect(
    () =>
      room.watch(() => {
        if (seated.current) remember(room, route);
        redraw(0);
      }),
    [room, key],
  );
  useLayoutEffect(() => (waiting ? room.expect(route) : undefined), [room, key, waiting]);
  useEffect(() => {
    let wanted = true;
    seated.current = false;
    setProblem("");
    setOpenRest(null);
    setReplay("");
    setWaiting(!holds(room, route));
    seat(room, route).then(
      (found) => {
        if (!wanted) return;
        if (found) setReplay(found.replay);
        else {
          seated.current = true;
          remember(room, route);
        }
        setWaiting(false);
      },
      (error: unknown) => {
        if (!wanted) return;
        const unknown = noSuchMode(error, modeAsked(route));
        setLasting(unknown !== "" || isCut(error));
        setOpenRest(() => (isCut(error) ? error.openRest : null));
        setProblem(unknown || messageOf(error));
      },
    );
    return () => {
      wanted = false;
      seated.current = false;
    };
  }, [key, tries]);
  if (replay) return <ReplayView room={room} source={{ code: replay }} />;
  if (problem) {
    return (
      <main class="page narrow" id="main">
        <h1 tabIndex={-1}>{site.cantOpen}</h1>
        <Problem text={problem} alert />
        <div class="buttons">
          {!isLasting && (
            <button type="button" onClick={() => again(0)}>
              {site.tryAgain}
            </button>
          )}
          {openRest && (
            <button
              type="button"
              class="primary"
              onClick={() => void openRest().then(() => room.id && go({ view: "game", id: room.id }))}
            >
              {site.openRest}
            </button>
          )}
          <a class="button" href="#/modes">
            {site.allModes}
          </a>
        </div>
      </main>
    );
  }
  const table = waiting ? room.awaited : room.table;
  if (table) return <GameView room={room} table={table} />;
  return (
    <main class="page" id="main">
      <h1 class="unseen" tabIndex={-1}>
        Polymerge
      </h1>
      <Coming />
    </main>
  );
}

/** Gives the code back if it is a replay. */
async function seat(room: Room, route: Route): Promise<{ replay: string } | null> {
  const entry = entryGame();
  // What is asked for is to be had, also where a game can't be read; that is told.
  if (entry && (await room.returns(entry).catch(() => false))) return null;
  switch (route.view) {
    case "play":
      await room.mode(route.mode);
      if (room.table && room.table.facts.name !== route.mode)
        (await import("../engine/likeness")).tellCalled(route.mode, room.table.facts.title);
      return null;
    case "game":
      await room.game(route.id);
      return null;
    case "code":
      return room.code(route.code);
    case "packed":
      return room.packed(route.text);
    case "position":
      await (await import("../game/position")).openPosition(room, route.mode, route.text);
      return null;
    case "moves":
      await room.moves(route);
      return null;
    default:
      await room.last();
      return null;
  }
}
