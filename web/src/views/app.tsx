// The whole page: the bar, and the view that the address asks for.

import { site } from "virtual:texts/site";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { modeAsked, readRoute } from "../address";
import type { CutLink } from "../engine/whole";
import { entryGame, readdress, rememberGame } from "../entry";
import { textOf } from "../files";
import { takeFiles } from "../game/brought";
import type { GameController } from "../game/controller";
import { notice } from "../game/notices";
import { fragmentOf, go, type Route } from "../route";
import { errorOf } from "../store/trouble";
import { holdsGames } from "../store/unkept";
import { messageOf } from "../summary";
import { Coming } from "./coming";
import { Drop } from "./drop";
import { GameView } from "./game";
import { Header } from "./header";
import { useCount, useRedraw, useRoute } from "./hooks";
import {
  AboutView,
  DailyView,
  GamesView,
  ImportView,
  ModesView,
  ModeView,
  PlayerView,
  RaceView,
  ScoresView,
  ScoreView,
  SettingsView,
  SetupView,
  StatisticsView,
} from "./later";
import { Notices } from "./notices";
import { noSuchMode, Problem } from "./problem";
import { Unknown } from "./unknown";
import { ReplayView } from "./within";
import { Working } from "./working";

interface AppProperties {
  controller: GameController;
  /** A file that another program has shared with the site. */
  shared: File | null;
}

export function App({ controller, shared }: AppProperties) {
  const route = useRoute();
  const [replay, setReplay] = useState("");
  useEffect(() => {
    const open = (file: File) => {
      // Not before the game that was there: that would take its place.
      const restored = controller.last().catch(() => {});
      void restored.then(() => bring(controller, file, setReplay));
    };
    takeFiles(open, (error) => notice({ text: messageOf(error) }));
    if (shared) open(shared);
  }, []);
  return (
    <>
      <Header view={route.view} />
      <Notices />
      <View controller={controller} route={route} replay={replay} setReplay={setReplay} />
      <Drop take={(file) => bring(controller, file, setReplay)} />
      <Working />
    </>
  );
}

/** The longest code that fits into the addresses of all browsers. */
const LONGEST = 500_000;

/** Shows a replay; its code is its address, so that it is there again when the page is. */
async function watch(code: string, setReplay: (code: string) => void): Promise<void> {
  setReplay(code);
  if (code.length > LONGEST) return go({ view: "replay", id: "code" });
  const { sealed } = await import("../game/codes");
  go({ view: "code", code: sealed(code) });
}

/** Opens a file that was dropped somewhere. */
async function bring(
  controller: GameController,
  file: File,
  setReplay: (code: string) => void,
): Promise<void> {
  try {
    const found = await controller.text(await textOf(file), file.name);
    if (found) await watch(found.replay, setReplay);
    else if (controller.id) go({ view: "game", id: controller.id });
  } catch (error) {
    notice({ text: messageOf(error) });
  }
}

interface Properties {
  controller: GameController;
  route: Route;
  replay: string;
  setReplay: (code: string) => void;
}

function View({ controller, route, replay, setReplay }: Properties) {
  switch (route.view) {
    case "modes":
      return <ModesView controller={controller} />;
    case "games":
      return <GamesView controller={controller} />;
    case "statistics":
      return <StatisticsView controller={controller} />;
    case "mode":
      return <ModeView controller={controller} called={route.mode} />;
    case "scores":
      return <ScoresView controller={controller} which={route.board} />;
    case "score":
      return <ScoreView id={route.id} />;
    case "daily":
      return <DailyView controller={controller} />;
    case "me":
      return <PlayerView />;
    case "import":
      return (
        <ImportView
          controller={controller}
          watch={(code) => void watch(code, setReplay)}
          opened={() => go(controller.id ? { view: "game", id: controller.id } : { view: "home" })}
        />
      );
    case "setup":
      return <SetupView controller={controller} />;
    case "settings":
      return <SettingsView />;
    case "about":
      return <AboutView />;
    case "replay":
      return (
        <ReplayView
          controller={controller}
          source={route.id === "code" ? { code: replay } : { id: route.id }}
        />
      );
    case "race":
      return <RaceView controller={controller} route={route} />;
    case "unknown":
      return <Unknown fragment={route.fragment} />;
    default:
      return <RoutedGame controller={controller} route={route} />;
  }
}

/** Views of links that bring a game. */
const LINKS: readonly Route["view"][] = ["code", "packed", "position", "moves"];
/** The game whose address is being made, or can't be. */
let addressing = "";

/**
 * Has the browser find the current game again, by the address and when one comes back to it. The
 * address opens its mode in other browsers, too: by the link that was `opened` here, or another.
 */
function remember(controller: GameController, route: Route, opened: boolean): void {
  const { id, model } = controller;
  if (!id || !model) return;
  rememberGame(id);
  // Where nothing is kept, an address that says what was asked for is of more use.
  if (errorOf("games")) return;
  const { name } = model.facts;
  const isGame = route.view === "game";
  const isHere = isGame && route.id === id;
  if (route.view === "home" || (route.view === "play" && name) || (isHere && route.elsewhere)) return;
  const link = isGame ? route.elsewhere : LINKS.includes(route.view) && fragmentOf(route).slice(2);
  const elsewhere = opened && link ? link : name && fragmentOf({ view: "play", mode: name }).slice(2);
  if (elsewhere || !isHere) readdress({ view: "game", id, ...(elsewhere && { elsewhere }) });
  if (!elsewhere && addressing !== id) void address(controller, id);
}

/** Has the address of a game open its mode elsewhere, once the engine has told its code. */
async function address({ model, change }: GameController, id: string): Promise<void> {
  const game = model?.engineGame;
  if (!game) return;
  addressing = id;
  // A mode that fits into no code is in this browser alone: it is not asked again.
  const found = await import("../game/sharing")
    .then(({ routeToMode }) => routeToMode(model, game, change))
    .catch(() => null);
  const elsewhere = found ? fragmentOf(found).slice(2) : "";
  if (!elsewhere || elsewhere.length > LONGEST) return;
  addressing = "";
  const now = readRoute(location.hash);
  if (now.view === "game" && now.id === id && !now.elsewhere) readdress({ view: "game", id, elsewhere });
}

/** Returns true if the current game is the one that a route asks for. */
function holds(controller: GameController, route: Route): boolean {
  const entry = entryGame();
  return entry ? controller.id === entry && controller.model !== null : controller.holds(route);
}

/**
 * Returns true if a link was cut or altered: the script that throws this is fetched with such links
 * alone.
 */
const isCut = (error: unknown): error is CutLink => error instanceof Error && error.name === "CutLink";

/** Opens the game that the route asks for, and shows it. */
function RoutedGame({ controller, route }: { controller: GameController; route: Route }) {
  const redraw = useRedraw();
  const [problem, setProblem] = useState("");
  // Whether another try may end otherwise.
  const [isLasting, setLasting] = useState(false);
  const [openRest, setOpenRest] = useState<(() => Promise<void>) | null>(null);
  const [replay, setReplay] = useState("");
  const [waiting, setWaiting] = useState(!holds(controller, route));
  const [tries, again] = useCount();
  const isOpened = useRef(false);
  const key = JSON.stringify(route);
  // Before the next frame, in which much may happen already.
  useLayoutEffect(
    () =>
      controller.watch(() => {
        if (isOpened.current) remember(controller, route, false);
        redraw();
      }),
    [controller, key],
  );
  useLayoutEffect(() => (waiting ? controller.expect(route) : undefined), [controller, key, waiting]);
  useEffect(() => {
    let wanted = true;
    isOpened.current = false;
    setProblem("");
    setOpenRest(null);
    setReplay("");
    setWaiting(!holds(controller, route));
    openRoute(controller, route).then(
      (found) => {
        if (!wanted) return;
        if (found) setReplay(found.replay);
        else {
          isOpened.current = true;
          remember(controller, route, true);
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
      isOpened.current = false;
    };
  }, [key, tries]);
  if (replay) return <ReplayView controller={controller} source={{ code: replay }} />;
  if (problem) {
    return (
      <main class="page narrow" id="main">
        <h1 tabIndex={-1}>{site.cantOpen}</h1>
        <Problem text={problem} alert />
        <div class="buttons">
          {!isLasting && (
            <button type="button" onClick={() => again()}>
              {site.tryAgain}
            </button>
          )}
          {openRest && (
            <button
              type="button"
              class="primary"
              onClick={() =>
                void openRest().then(() => controller.id && go({ view: "game", id: controller.id }))
              }
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
  const model = waiting ? controller.awaited : controller.model;
  if (model) return <GameView controller={controller} model={model} />;
  return (
    <main class="page" id="main">
      <h1 class="unseen" tabIndex={-1}>
        Polymerge
      </h1>
      <Coming />
    </main>
  );
}

/** A browser that keeps nothing has no game that could not be read; one that does must say so. */
function notHere(error: unknown): false {
  if (holdsGames()) throw error;
  return false;
}

/** Gives the code back if it is a replay. */
async function openRoute(controller: GameController, route: Route): Promise<{ replay: string } | null> {
  const entry = entryGame();
  // What is asked for is to be had, also where a game can't be read; that is told.
  if (entry && (await controller.returns(entry).catch(() => false))) return null;
  switch (route.view) {
    case "play":
      if (!(await controller.mode(route.mode))) return null;
      if (controller.model && controller.model.facts.name !== route.mode)
        (await import("../game/codes")).noticeMode(route.mode, controller.model.facts.title);
      return null;
    case "game":
      if (!route.elsewhere) await controller.game(route.id);
      else if (!(await controller.returns(route.id).catch(notHere)))
        return openRoute(controller, readRoute(`#/${route.elsewhere}`));
      return null;
    case "code":
      return controller.code(route.code);
    case "packed":
      return controller.packed(route.text);
    case "position":
      await (await import("../game/position")).openPosition(controller, route.mode, route.text);
      return null;
    case "moves":
      await controller.moves(route);
      return null;
    default:
      await controller.last();
      return null;
  }
}
