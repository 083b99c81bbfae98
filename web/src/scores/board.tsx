// One board: the best game of each player, in order.

import { useEffect, useState } from "preact/hooks";
import { modeCalled } from "../engine/called";
import { catalogue } from "../engine/catalogue";
import type { Room } from "../game/room";
import { messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "../views/hooks";
import { Icon } from "../views/icons";
import { Problem } from "../views/problem";
import { listing } from "./api";
import { KINDS, RankedButton, titleOf } from "./boards";
import { Asked, Day, worded } from "./frame";
import type { Listed } from "./types";

const PERIODS = [
  ["all", "All time"],
  ["day", "Today"],
] as const;

export function BoardView({ room, id }: { room: Room; id: string }) {
  const [period, setPeriod] = useState<"all" | "day">("all");
  const loaded = usePromised(() => listing(id, period), [id, period]);
  const modes = usePromised(catalogue, [])?.value ?? [];
  const [more, setMore] = useState<Listed[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setMore([]);
    setNext(loaded?.value?.next ?? null);
  }, [loaded]);
  const board = loaded?.value?.board;
  const title = board ? titleOf(board) : "Board";
  const headline = useTitle(title);
  const rows = [...(loaded?.value?.scores ?? []), ...more];
  const mode = board && modeCalled(modes, board.source.mode);
  const isPlain = mode && !board.source.settings && !board.source.modifiersCode;
  const further = async () => {
    if (!next) return;
    try {
      const part = await listing(id, period, next);
      setMore([...more, ...part.scores]);
      setNext(part.next);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <main class="page narrow" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          {title}
        </h1>
        {board && <p>{KINDS[board.kind]} board</p>}
      </div>
      {board && <p>What it proves: {board.proves}.</p>}
      <div class="buttons">
        <a class="button" href="#/scores">
          All boards
        </a>
        {isPlain && board.kind !== "daily" && (
          <>
            <a class="button" href={fragmentOf({ view: "play", mode: mode.name })}>
              Play
            </a>
            <RankedButton room={room} mode={mode.name} />
          </>
        )}
        {board?.kind === "daily" && (
          <a class="button" href="#/daily">
            Game of the day
          </a>
        )}
      </div>
      {board?.kind !== "daily" && (
        <fieldset class="periods">
          <legend class="unseen">Since when</legend>
          {PERIODS.map(([value, name]) => (
            <label key={value}>
              <input
                type="radio"
                name="period"
                checked={period === value}
                onChange={() => setPeriod(value)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <Asked what={loaded} />
      {loaded?.value && rows.length === 0 && <p>No scores yet.</p>}
      {rows.length > 0 && <Rows rows={rows} />}
      {problem && <Problem text={problem} alert />}
      {next && (
        <div class="buttons">
          <button type="button" onClick={() => void further()}>
            More
          </button>
        </div>
      )}
    </main>
  );
}

function Rows({ rows }: { rows: readonly Listed[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section class="scroller" tabIndex={0} aria-label="Scores">
      <table class="scores">
        <thead>
          <tr>
            {["Place", "Name", "Score", "Moves", "Date", "Replay"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, score, moves, created, follows }, place) => (
            <tr key={id}>
              <td>{place + 1}</td>
              <th scope="row">
                {name}
                {follows && (
                  <>
                    {" "}
                    <a class="follows" href={fragmentOf({ view: "score", id: follows })}>
                      goes on from another game
                    </a>
                  </>
                )}
              </th>
              <td>{worded(score)}</td>
              <td>{shown(moves)}</td>
              <td>
                <Day of={created} />
              </td>
              <td>
                <a href={fragmentOf({ view: "score", id })}>
                  <Icon name="film" />
                  <span class="word">Watch</span>
                  <span class="unseen">the game of {name}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
