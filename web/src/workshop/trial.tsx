// A hundred games with random moves.

import { useEffect, useRef, useState } from "preact/hooks";
import { engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { TrialResults } from "../engine/types";
import { messageOf, shown } from "../game/summary";
import { type Bar, histogram, median } from "./histogram";

const GAMES = 100;
/** Milliseconds of work at a time: what else is asked of the engine comes between. */
const SLICE = 30;

/** Plays games while they are wanted, and tells what they show. */
async function play(
  game: RemoteGame,
  isWanted: () => boolean,
  show: (results: TrialResults) => void,
): Promise<void> {
  const loaded = await engine();
  const trial = await game.trial(GAMES);
  let shownAt = 0;
  try {
    for (let goes = true; goes && isWanted(); ) {
      const { results, more } = await loaded.askOf("runTrial", trial, SLICE);
      goes = more;
      if (!isWanted() || (more && performance.now() - shownAt < 100)) continue;
      show(results);
      shownAt = performance.now();
    }
  } finally {
    loaded.askOf("closeTrial", trial).catch(() => {});
  }
}

/** `digest` says which mode it is; any of its games will do. */
export function TrialOf({ game, digest }: { game: RemoteGame | null; digest: string }) {
  const [results, setResults] = useState<TrialResults | null>(null);
  const [problem, setProblem] = useState("");
  const [running, setRunning] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  // What another mode has shown says nothing about this one.
  useEffect(() => {
    stop.current();
    setResults(null);
    setProblem("");
  }, [digest]);

  const start = async () => {
    if (!game) return;
    stop.current();
    let wanted = true;
    stop.current = () => {
      wanted = false;
      setRunning(false);
    };
    setRunning(true);
    setProblem("");
    try {
      await play(game, () => wanted, setResults);
    } catch (error) {
      if (wanted) setProblem(messageOf(error));
    }
    if (wanted) setRunning(false);
  };

  return (
    <section class="trial" aria-labelledby="trial-title">
      <h2 id="trial-title">Random games</h2>
      <div class="buttons">
        {running ? (
          <button type="button" onClick={() => stop.current()}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={() => void start()} disabled={!game}>
            Play {GAMES} games
          </button>
        )}
        {results && <progress max={results.games} value={results.done} aria-label="Games played" />}
      </div>
      {results && results.done > 0 && <Results results={results} />}
      {(problem || results?.error !== undefined) && (
        <p class="problem" role="alert">
          {problem || results?.error}
        </p>
      )}
    </section>
  );
}

function Results({ results: { scores, moves, largest, done, won, over, rules } }: { results: TrialResults }) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const facts: [string, string][] = [
    ["Games", shown(done)],
    ["Won", shown(won)],
    ["Over", shown(over)],
    ["Moves, median", shown(median(moves))],
    ["Score, median", shown(median(scores))],
    ["Score, mean", shown(Math.round(mean(scores)))],
    ["Score, best", shown(Math.max(...scores))],
    ["Largest tile, median", shown(median(largest.filter(Number.isFinite)))],
    ["Largest tile, best", shown(Math.max(...largest.filter(Number.isFinite)))],
  ];
  const bars = histogram(scores);
  const silent = rules.flatMap((count, index) => (count === 0 ? [index + 1] : []));
  return (
    <>
      <dl class="totals">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Plot bars={bars} />
      {silent.length > 0 && (
        <p>
          Rules that never merged anything: {silent.slice(0, 20).join(", ")}
          {silent.length > 20 && " …"}
        </p>
      )}
    </>
  );
}

const [WIDTH, HEIGHT] = [480, 160];

function Plot({ bars }: { bars: readonly Bar[] }) {
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return null;
  const most = Math.max(...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  const about = `Scores of the games, from ${shown(first.from)} to ${shown(last.to)}; at most ${most} games in a range of ${shown(first.to - first.from)}.`;
  return (
    <figure class="plot" role="img" aria-label={about}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`} aria-hidden="true" focusable="false">
        {bars.map(({ from, to, count }, index) => {
          const height = (count / most) * (HEIGHT - 4);
          return (
            <rect
              key={from}
              x={index * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
            >
              <title>{`${shown(from)} to ${shown(to)}: ${count}`}</title>
            </rect>
          );
        })}
        <path d={`M0 ${HEIGHT}h${WIDTH}`} />
      </svg>
      <p>
        <span>{shown(first.from)}</span>
        <span>{shown(last.to)}</span>
      </p>
    </figure>
  );
}
