// The games that are kept in this browser.

import { useState } from "preact/hooks";
import { everyGame } from "../game/keeper";
import { messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import { forgetGame, type GameRecord } from "../store/database";
import { usePromised, useTitle } from "./hooks";
import { Icon } from "./icons";

const WORDS = { play: "going on", win: "won", over: "over" } as const;

export function GamesView() {
  const headline = useTitle("Games");
  const [changes, setChanges] = useState(0);
  const loaded = usePromised(everyGame, [changes]);
  const forget = async (game: GameRecord) => {
    await forgetGame(game.id);
    setChanges((count) => count + 1);
  };
  return (
    <main class="page" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          Games
        </h1>
        <p role="status">{loaded?.value && `${loaded.value.length} kept in this browser`}</p>
      </div>
      {loaded?.error !== undefined && <p class="problem">{messageOf(loaded.error)}</p>}
      {loaded?.value?.length === 0 && (
        <p>
          Every game is kept here from its first move on. <a href="#/modes">Choose a mode</a> and play.
        </p>
      )}
      <ul class="kept">
        {loaded?.value?.map((game) => (
          <li key={game.id}>
            <a class="kept-game" href={fragmentOf({ view: "game", id: game.id })}>
              <Preview rows={game.preview} />
              <span class="kept-text">
                <span class="card-title">{game.title}</span>
                <span>
                  {shown(game.score)} points, {shown(game.moves)} moves, {WORDS[game.screen]}
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
        ))}
      </ul>
    </main>
  );
}

/** A board as small squares of its colours. */
function Preview({ rows }: { rows: readonly (readonly string[])[] }) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return (
    <svg
      class="preview"
      viewBox={`0 0 ${columns} ${Math.max(1, rows.length)}`}
      aria-hidden="true"
      focusable="false"
    >
      {rows.flatMap((row, y) =>
        row.map((color, x) =>
          color === "-" ? null : (
            <rect
              key={`${x},${y}`}
              x={x + 0.05}
              y={y + 0.05}
              width="0.9"
              height="0.9"
              rx="0.1"
              fill={color || "#8884"}
            />
          ),
        ),
      )}
    </svg>
  );
}

export function when(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
