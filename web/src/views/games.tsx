// The games that are kept in this browser.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { everyGame } from "../game/home";
import { notice } from "../game/notices";
import type { Room } from "../game/room";
import { count, messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import type { GameLine } from "../store/record";
import { useTitle } from "./hooks";
import { Icon } from "./icons";
import { AllGames } from "./later";
import { useTrouble } from "./notices";
import { Preview } from "./smallboard";

const WORDS = { play: "going on", win: "won", over: "over" } as const;

/** How many games are shown at once, and how many more with each frame. */
const AT_ONCE = 30;

export function GamesView({ room }: { room: Room }) {
  const headline = useTitle("Games");
  const [games, setGames] = useState<readonly GameLine[] | null>(null);
  const [problem, setProblem] = useState("");
  const visible = useMore(games?.length ?? 0);
  const trouble = useTrouble();
  const load = () =>
    room
      .flush()
      .then(everyGame)
      .then(setGames, (error: unknown) => setProblem(messageOf(error)));
  useEffect(() => void load(), []);
  const forget = async ({ id, title }: GameLine) => {
    setGames((games) => games?.filter((game) => game.id !== id) ?? null);
    headline.current?.focus({ preventScroll: true });
    const record = await room.forget(id);
    if (!record) return;
    const act = () => {
      notice({ text: `${title} is back.` });
      void room.restore(record).then(load);
    };
    notice({ text: `${title} is deleted.`, action: { name: "Undo", act } });
  };
  // Drawn once each: there may be a thousand.
  const lines = useRef(new WeakMap<GameLine, VNode>()).current;
  const lineOf = (game: GameLine) => {
    const line = lines.get(game) ?? <Line key={game.id} game={game} forget={forget} />;
    lines.set(game, line);
    return line;
  };
  return (
    <main class="page" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          Games
        </h1>
        <p role="status">
          {games && (trouble ? count(games.length, "game") : `${shown(games.length)} kept in this browser`)}
        </p>
      </div>
      {problem && <p class="problem">{problem}</p>}
      {games?.length === 0 && (
        <p>
          {trouble || "Every game is kept here from its first move on."} <a href="#/modes">Choose a mode</a>{" "}
          and play.
        </p>
      )}
      <ul class="kept">{games?.slice(0, visible).map(lineOf)}</ul>
      <AllGames room={room} arrived={load} />
    </main>
  );
}

/** How many of so many things are to be shown: few at once, since they take their time, and soon all. */
function useMore(all: number): number {
  const [visible, setVisible] = useState(AT_ONCE);
  useEffect(() => {
    if (visible >= all) return;
    const frame = requestAnimationFrame(() => setVisible(visible + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [visible, all]);
  return visible;
}

interface Properties {
  game: GameLine;
  forget: (game: GameLine) => Promise<void>;
}

function Line({ game, forget }: Properties) {
  return (
    <li>
      <a class="kept-game" href={fragmentOf({ view: "game", id: game.id })}>
        <Preview rows={game.preview} />
        <span class="kept-text">
          <span class="card-title">{game.title}</span>
          {game.change && <span class="changed">{game.change}</span>}
          <span>
            {count(game.score, "point")}, {count(game.moves, "move")}, {WORDS[game.screen]}
            {game.undone === 0 && game.moves > 0 && ", without undo"}
          </span>
          <time dateTime={new Date(game.updated).toISOString()}>{when(game.updated)}</time>
        </span>
      </a>
      <a class="button" href={fragmentOf({ view: "replay", id: game.id })} title="Watch">
        <Icon name="film" />
        <span class="unseen">Watch {game.title}</span>
      </a>
      <button type="button" title="Delete" onClick={() => void forget(game)}>
        <Icon name="bin" />
        <span class="unseen">Delete {game.title}</span>
      </button>
    </li>
  );
}

const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function when(time: number): string {
  return FORMAT.format(time);
}
