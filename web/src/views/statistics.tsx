// What was reached, mode by mode.

import { statistics as texts } from "virtual:texts/statistics";
import type { GameController } from "../game/controller";
import { everyMode } from "../game/home";
import { duration } from "../game/result";
import { titleShown } from "../game/titles";
import { fragmentOf } from "../route";
import { useScores } from "../scores/known";
import { held, type ModeRecord } from "../store/database";
import { messageOf, shown } from "../summary";
import { usePromised } from "./hooks";
import { useTrouble } from "./notices";
import { Page } from "./page";

export function StatisticsView({ controller }: { controller: GameController }) {
  const loaded = usePromised(() => controller.flush().then(everyMode), []);
  const rest = usePromised(held, []);
  // Where the browser can't be read, there is what was reached since.
  const known = loaded?.error === undefined ? loaded?.value : rest?.value?.modes;
  const modes = [...(known ?? [])].sort((a, b) => b.last - a.last);
  const sum = (pick: (mode: ModeRecord) => number) => modes.reduce((total, mode) => total + pick(mode), 0);
  const totals: [string, string][] = [
    [texts.modesPlayed, shown(modes.length)],
    [texts.games, shown(sum((mode) => mode.games))],
    [texts.won, shown(sum((mode) => mode.won))],
    [texts.moves, shown(sum((mode) => mode.moves))],
    [texts.merges, shown(sum((mode) => mode.merges))],
    [texts.time, duration(sum((mode) => mode.time))],
  ];
  const columns = [
    texts.mode,
    texts.games,
    texts.finished,
    texts.won,
    texts.bestScore,
    texts.mostMoves,
    texts.time,
  ];
  const trouble = useTrouble();
  const hasScores = useScores();
  return (
    <Page title={texts.title}>
      {loaded?.error !== undefined && (
        <p class="problem" role="alert">
          {texts.onlySince(messageOf(loaded.error))}
        </p>
      )}
      {hasScores && (
        <p>
          <a href="#/scores">{texts.scoresOfAll}</a>, <a href="#/daily">{texts.daily}</a>
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
        <section class="scroller" tabIndex={0} aria-label={texts.byMode}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
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
      {loaded?.value && modes.length === 0 && <p>{trouble || texts.notPlayed}</p>}
    </Page>
  );
}

function Line({ mode, most }: { mode: ModeRecord; most: number }) {
  // Rules that are in no catalogue have their title in their name.
  const named = !mode.mode.startsWith(mode.title);
  return (
    <tr>
      <th scope="row">
        {named ? (
          <a href={fragmentOf({ view: "play", mode: mode.mode })} translate={false}>
            {mode.title}
          </a>
        ) : (
          titleShown(mode.title)
        )}
        {mode.change && <span class="changed">{mode.change}</span>}
      </th>
      <td>
        <span class="bar" style={{ "--part": `${mode.games / Math.max(1, most)}` }}>
          {shown(mode.games)}
        </span>
      </td>
      <td>{shown(mode.finished)}</td>
      <td>{shown(mode.won)}</td>
      <td>
        {shown(mode.best)}
        {mode.bestHelped && <small class="helped"> {texts.withHelp}</small>}
      </td>
      <td>{shown(mode.bestMoves)}</td>
      <td>{duration(mode.time)}</td>
    </tr>
  );
}
