// What was reached, mode by mode.

import { everyMode } from "../game/home";
import type { Room } from "../game/room";
import { messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import { useScores } from "../scores/known";
import type { ModeRecord } from "../store/database";
import { usePromised, useTitle } from "./hooks";
import { useTrouble } from "./notices";

export function StatisticsView({ room }: { room: Room }) {
  const headline = useTitle("Statistics");
  const loaded = usePromised(() => room.flush().then(everyMode), []);
  const modes = [...(loaded?.value ?? [])].sort((a, b) => b.last - a.last);
  const sum = (pick: (mode: ModeRecord) => number) => modes.reduce((total, mode) => total + pick(mode), 0);
  const totals: [string, string][] = [
    ["Modes played", shown(modes.length)],
    ["Games", shown(sum((mode) => mode.games))],
    ["Won", shown(sum((mode) => mode.won))],
    ["Moves", shown(sum((mode) => mode.moves))],
    ["Merges", shown(sum((mode) => mode.merges))],
    ["Time", duration(sum((mode) => mode.time))],
  ];
  const trouble = useTrouble();
  const hasScores = useScores();
  return (
    <main class="page" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          Statistics
        </h1>
      </div>
      {loaded?.error !== undefined && <p class="problem">{messageOf(loaded.error)}</p>}
      {hasScores && (
        <p>
          <a href="#/scores">Scores of all players</a>, <a href="#/daily">the game of the day</a>
        </p>
      )}
      <dl class="totals">
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {modes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        <section class="scroller" tabIndex={0} aria-label="Statistics by mode">
          <table>
            <thead>
              <tr>
                {["Mode", "Games", "Finished", "Won", "Best score", "Most moves", "Time"].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {modes.map((mode) => (
                <Line key={mode.mode} mode={mode} most={Math.max(...modes.map((other) => other.games))} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {loaded?.value && modes.length === 0 && <p>{trouble || "You have not played in this browser yet."}</p>}
    </main>
  );
}

function Line({ mode, most }: { mode: ModeRecord; most: number }) {
  // Rules that are in no catalogue have their title in their name.
  const named = !mode.mode.startsWith(mode.title);
  return (
    <tr>
      <th scope="row">
        {named ? <a href={fragmentOf({ view: "play", mode: mode.mode })}>{mode.title}</a> : mode.title}
        {mode.change && <span class="changed">{mode.change}</span>}
      </th>
      <td>
        <span class="bar" style={{ "--part": `${mode.games / Math.max(1, most)}` }}>
          {shown(mode.games)}
        </span>
      </td>
      <td>{shown(mode.finished)}</td>
      <td>{shown(mode.won)}</td>
      <td>{shown(mode.best)}</td>
      <td>{shown(mode.bestMoves)}</td>
      <td>{duration(mode.time)}</td>
    </tr>
  );
}

/** A time as people say it. */
export function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
