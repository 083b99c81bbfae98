// What the games of a run have shown: figures, plots, and files to take away.

import { workshop } from "virtual:texts/workshop";
import type { SampledGame, SamplePlayer } from "../engine/sampler";
import type { Direction } from "../engine/types";
import { saveFile } from "../files";
import { shown } from "../summary";
import {
  csvOf,
  growth,
  type Influence,
  influence,
  mean,
  quantile,
  reached,
  type Share,
  shareOf,
  survival,
} from "./figures";
import { histogram } from "./histogram";
import { Bars, Curve } from "./plot";

/** Games of one version of the mode. */
export interface Run {
  player: SamplePlayer;
  digest: string;
  games: SampledGame[];
}

/** No more tiles that spawn and no more largest tiles are listed. */
const MOST = 12;

const save = (name: string, content: string, type: string) => saveFile(new File([content], name, { type }));

const percent = (share: number) => `${Math.round(share * 100)} %`;
const ranged = ({ share, least, most }: Share) =>
  workshop.range({ middle: percent(share), least: percent(least), most: percent(most) });

function figuresOf({ games }: Run): [string, string][] {
  const number = (value: number) => shown(Math.round(value));
  const of = (values: number[]) =>
    workshop.range({
      middle: number(quantile(values, 0.5)),
      least: number(quantile(values, 0.25)),
      most: number(quantile(values, 0.75)),
    });
  const scores = games.map(({ score }) => score);
  const ends: [end: SampledGame["end"], name: string][] = [
    ["no moves", workshop.endNoMoves],
    ["lost", workshop.endLost],
    ["goal", workshop.endGoal],
    ["cut", workshop.endCut],
    ["failed", workshop.endFailed],
  ];
  const ended = ends
    .map(([end, name]): [string, number] => [name, games.filter((game) => game.end === end).length])
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${percent(count / games.length)}`);
  return [
    [workshop.games, shown(games.length)],
    [workshop.moves, of(games.map(({ moves }) => moves))],
    [workshop.score, of(scores)],
    [workshop.scoreMean, number(mean(scores))],
    [workshop.scoreBest, number(Math.max(...scores))],
    [workshop.goalReached, ranged(shareOf(games.filter(({ won }) => won !== null).length, games.length))],
    [workshop.howGamesEnd, ended.join(", ")],
  ];
}

interface Properties {
  run: Run;
  before: Run | null;
  directions: readonly Direction[] | undefined;
}

export function Results({ run, before, directions = [] }: Properties) {
  const { games } = run;
  const earlier = before ? new Map(figuresOf(before)) : null;
  const rules = Math.max(0, ...games.map((game) => game.rules.length));
  const spawned = [...new Set(games.flatMap((game) => Object.keys(game.spawns)))];
  const influences = {
    [workshop.mergeRule]: Array.from({ length: rules }, (_, index) =>
      influence(games, `${index + 1}`, (game) => game.rules[index] ?? 0),
    ),
    [workshop.direction]: (games[0]?.directions ?? []).map((_, index) =>
      influence(games, directions[index]?.label || `${index + 1}`, (game) => game.directions[index] ?? 0),
    ),
    [workshop.spawn]: spawned
      .map((tile) => influence(games, tile, (game) => game.spawns[tile] ?? 0))
      .sort((a, b) => b.mean - a.mean)
      .slice(0, MOST),
  };
  return (
    <>
      <dl class="totals">
        {figuresOf(run).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {earlier && <dd class="earlier">{workshop.before(earlier.get(name) ?? "")}</dd>}
          </div>
        ))}
      </dl>
      <Bars
        bars={histogram(games.map(({ score }) => score))}
        title={workshop.scoresPlot}
        across={workshop.axisScore}
      />
      <Curve
        title={workshop.survivalPlot}
        across={workshop.axisMoves}
        up={workshop.axisShare}
        named={percent}
        curve={survival(games)}
        before={before ? survival(before.games) : []}
      />
      <Curve
        title={workshop.growthPlot}
        across={workshop.axisMoves}
        up={workshop.axisValue}
        curve={growth(games)}
        before={before ? growth(before.games) : []}
      />
      <table>
        <caption>{workshop.largestTable}</caption>
        <tbody>
          {reached(games)
            .slice(-MOST)
            .map(({ value, ...share }) => (
              <tr key={value}>
                <th scope="row">{shown(value)}</th>
                <td>{ranged(share)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {Object.entries(influences).map(([what, rows]) => (
        <Influences key={what} what={what} rows={rows} />
      ))}
      <div class="buttons">
        <button type="button" onClick={() => save("trials.json", JSON.stringify(run), "application/json")}>
          {workshop.saveJson}
        </button>
        <button type="button" onClick={() => save("trials.csv", csvOf(games), "text/csv")}>
          {workshop.saveCsv}
        </button>
      </div>
    </>
  );
}

function Influences({ what, rows }: { what: string; rows: readonly Influence[] }) {
  if (rows.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{workshop.inGame}</th>
          <th scope="col">{workshop.withScore}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, mean, correlation }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{mean.toFixed(1)}</td>
            <td>{correlation.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
