// A hundred games with random moves, played between two pictures.

import type { Mode, TrialResults } from "polymerge";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine } from "../engine/load";
import { shown } from "../game/summary";
import { type Bar, histogram, median } from "./histogram";

const GAMES = 100;
/** Milliseconds of work at a time, so that the page stays alive. */
const SLICE = 10;

export function TrialOf({ mode }: { mode: Mode | null }) {
  const [results, setResults] = useState<TrialResults | null>(null);
  const [running, setRunning] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  // What another mode has shown says nothing about this one.
  useEffect(() => {
    stop.current();
    setResults(null);
  }, [mode]);

  const start = async () => {
    if (!mode) return;
    const { Trial } = await engine();
    const trial = new Trial(mode, { games: GAMES });
    let frame = 0;
    let shownAt = 0;
    const end = () => {
      cancelAnimationFrame(frame);
      setRunning(false);
      trial.free();
      stop.current = () => {};
    };
    const slice = (now: number) => {
      const until = performance.now() + SLICE;
      let more = true;
      while (more && performance.now() < until) more = trial.run(5);
      if (!more || now - shownAt > 100) {
        setResults(trial.results());
        shownAt = now;
      }
      if (more) frame = requestAnimationFrame(slice);
      else end();
    };
    stop.current();
    stop.current = end;
    setRunning(true);
    frame = requestAnimationFrame(slice);
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
          <button type="button" onClick={() => void start()} disabled={!mode}>
            Play {GAMES} games
          </button>
        )}
        {results && <progress max={results.games} value={results.done} aria-label="Games played" />}
      </div>
      {results && results.done > 0 && <Results results={results} />}
      {results?.error !== undefined && (
        <p class="problem" role="alert">
          {results.error}
        </p>
      )}
    </section>
  );
}

function Results({ results: { scores, moves, done, won, over, rules } }: { results: TrialResults }) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const facts: [string, string][] = [
    ["Games", shown(done)],
    ["Won", shown(won)],
    ["Over", shown(over)],
    ["Moves, median", shown(median(moves))],
    ["Score, median", shown(median(scores))],
    ["Score, mean", shown(Math.round(mean(scores)))],
    ["Score, best", shown(Math.max(...scores))],
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
