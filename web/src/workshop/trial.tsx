// Trials: many games of the mode in the editor, counted while they are played.

import { workshop } from "virtual:texts/workshop";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { SampledGame, SampleOptions, SamplePlayer } from "../engine/sampler";
import { messageOf } from "../summary";
import { Problem } from "../views/problem";
import { Results, type Run } from "./results";

/** Milliseconds of work at a time: so often the figures change. */
const SLICE = 200;
/** No more games are played at once: all of them are held in the page. */
const MOST_GAMES = 10_000;

/** Plays games while they are wanted, in a worker that does nothing else. */
async function play(
  game: RemoteGame,
  options: Omit<SampleOptions, "weights">,
  isWanted: () => boolean,
  show: (games: SampledGame[]) => void,
): Promise<void> {
  const { sampler, hints } = await engine();
  const weights = options.player === "learned" ? await hints.ask("weights") : undefined;
  if (weights === null) throw new Error(workshop.notLearned);
  const number = await sampler.ask("beginSample", game.saved, { ...options, weights });
  const all: SampledGame[] = [];
  for (let goes = true; goes && isWanted(); ) {
    const { games, more } = await sampler.askOf("playSample", number, SLICE);
    goes = more;
    all.push(...games);
    if (isWanted()) show([...all]);
  }
}

interface Properties {
  /** Any game of the mode. */
  game: RemoteGame | null;
  /** Says which mode it is. */
  digest: string;
}

export function TrialOf({ game, digest }: Properties) {
  const [run, setRun] = useState<Run | null>(null);
  /** The run before, of this version of the mode or another one. */
  const [before, setBefore] = useState<Run | null>(null);
  const [options, setOptions] = useState({ player: "random" as SamplePlayer, games: 100, seed: 0 });
  const [problem, setProblem] = useState("");
  const [running, setRunning] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  // Games of another version go on being shown, to be compared, but are not played on.
  useEffect(() => stop.current(), [digest]);

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
    if (run && run.games.length > 0) setBefore(run);
    const { player } = options;
    setRun({ player, digest, games: [] });
    try {
      const show = (games: SampledGame[]) => setRun({ player, digest, games });
      await play(game, options, () => wanted, show);
    } catch (error) {
      if (wanted) setProblem(messageOf(error));
    }
    if (wanted) setRunning(false);
  };
  return (
    <div class="trial">
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          if (running) stop.current();
          else void start();
        }}
      >
        <label>
          <span>{workshop.player}</span>
          <select
            value={options.player}
            onChange={({ currentTarget }) =>
              setOptions({ ...options, player: currentTarget.value as SamplePlayer })
            }
          >
            <option value="random">{workshop.random}</option>
            <option value="rollouts">{workshop.rollouts}</option>
            <option value="learned">{workshop.learnedPlayer}</option>
          </select>
        </label>
        <Whole
          name={workshop.games}
          least={1}
          most={MOST_GAMES}
          value={options.games}
          set={(games) => setOptions({ ...options, games })}
        />
        <Whole
          name={workshop.seed}
          least={0}
          most={2 ** 32}
          value={options.seed}
          set={(seed) => setOptions({ ...options, seed })}
        />
        <button type="submit" disabled={!game} formNoValidate={running}>
          {running ? workshop.stop : workshop.playGames(options.games || 0)}
        </button>
        {running && (
          <progress
            max={options.games || 1}
            value={run?.games.length ?? 0}
            aria-label={workshop.gamesPlayed}
          />
        )}
      </form>
      {run && run.digest !== digest && <p class="stale">{workshop.changedSince}</p>}
      {run && run.games.length > 0 && (
        <Results run={run} before={before} directions={game?.facts.directions} />
      )}
      <Problem text={problem} alert />
    </div>
  );
}

interface WholeProperties {
  name: string;
  least: number;
  most: number;
  /** Not a number while nothing is written there: the form does not begin then. */
  value: number;
  set: (value: number) => void;
}

function Whole({ name, least, most, value, set }: WholeProperties) {
  return (
    <label>
      <span>{name}</span>
      <input
        type="number"
        required
        min={least}
        max={most}
        value={Number.isNaN(value) ? "" : value}
        onInput={({ currentTarget }) => set(currentTarget.valueAsNumber)}
      />
    </label>
  );
}
