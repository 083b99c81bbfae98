// The boards of the score server: all of them, or those of a mode.

import { useEffect } from "preact/hooks";
import { modeCalled } from "../engine/called";
import { catalogue } from "../engine/catalogue";
import type { Room } from "../game/room";
import { count } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "../views/hooks";
import { Problem } from "../views/problem";
import { boards } from "./api";
import { beginRanked } from "./begin";
import { BoardView } from "./board";
import { Asked, useAttempt } from "./frame";
import { player } from "./player";
import { sendWaiting, unsent } from "./queue";
import type { Board } from "./types";

export const KINDS = { open: "Open", daily: "Day", ranked: "Ranked" } as const;

/** `which` is a board, a mode, or empty. */
export function ScoresView({ room, which }: { room: Room; which: string }) {
  if (/^(open|ranked|daily)-[0-9a-f-]+$/.test(which)) return <BoardView key={which} room={room} id={which} />;
  return <BoardsView key={which} room={room} called={which} />;
}

function BoardsView({ room, called }: { room: Room; called: string }) {
  const loaded = usePromised(async () => {
    const [all, modes] = await Promise.all([boards(), catalogue()]);
    return { all, modes };
  }, []);
  const modes = loaded?.value?.modes ?? [];
  const mode = called ? modeCalled(modes, called) : undefined;
  const title = called ? `Scores of ${mode?.title ?? called}` : "Scores";
  const headline = useTitle(title);
  const waiting = unsent().length;
  useEffect(() => void sendWaiting(), []);
  const nameOf = ({ source }: Board) => modeCalled(modes, source.mode)?.name ?? source.mode;
  const listed = (loaded?.value?.all ?? []).filter((board) => !called || nameOf(board) === mode?.name);
  return (
    <main class="page narrow" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          {title}
        </h1>
        <p role="status">{loaded?.value && count(listed.length, "board")}</p>
      </div>
      {called === "" && (
        <p>
          Every game here was played again by the server before it was ranked, and can be watched. To submit
          yours, open Share in a game.
        </p>
      )}
      <div class="buttons">
        <a class="button" href="#/daily">
          Game of the day
        </a>
        {(player().token || called === "") && (
          <a class="button" href="#/me">
            Your scores
          </a>
        )}
        {mode && <RankedButton room={room} mode={mode.name} />}
      </div>
      {waiting > 0 && <p>{count(waiting, "game")} of yours wait to be sent.</p>}
      <Asked what={loaded} />
      {loaded?.value && called !== "" && !mode && <p>There is no mode of this name.</p>}
      {loaded?.value && listed.length === 0 && (!called || mode) && <p>No scores were submitted yet.</p>}
      {listed.length > 0 && <List boards={listed} />}
    </main>
  );
}

function List({ boards }: { boards: readonly Board[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section class="scroller" tabIndex={0} aria-label="Boards">
      <table>
        <thead>
          <tr>
            {["Board", "Kind", "Games"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <tr key={board.id}>
              <th scope="row">
                <a href={fragmentOf({ view: "scores", board: board.id })}>{titleOf(board)}</a>
                {board.source.modifiersCode && (
                  <span class="changed">{board.source.modifiersCode.slice(0, 60)}</span>
                )}
                {board.source.mode.startsWith("@") && <span class="changed">changed rules</span>}
              </th>
              <td>{KINDS[board.kind]}</td>
              <td>{board.games}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a board is called: games of the day have a date. */
export function titleOf({ id, kind, title }: Board): string {
  return kind === "daily" ? `${title}, ${id.replace("daily-", "")}` : title;
}

/** Begins a ranked game. */
export function RankedButton({ room, mode }: { room: Room; mode: string }) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <>
      <button
        type="button"
        title="A new game with a seed of the server, to be submitted once within two hours"
        aria-disabled={busy}
        onClick={() => attempt(() => beginRanked(room, mode))}
      >
        Play ranked
      </button>
      {problem && <Problem text={problem} alert />}
    </>
  );
}
