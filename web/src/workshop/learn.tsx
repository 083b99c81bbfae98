// Learning to play the mode, and playing by what was learned.

import { workshop } from "virtual:texts/workshop";
import { useEffect, useReducer, useRef } from "preact/hooks";
import type { Lesson } from "../engine/hints";
import { engine } from "../engine/load";
import type { Advisor } from "../game/advisor";
import type { GameModel } from "../game/model";
import { messageOf, shown } from "../summary";
import { useAdvisor } from "../views/advice";
import { Problem } from "../views/problem";

/** Milliseconds of learning, in all and at a time. */
const TOTAL = 30_000;
const SLICE = 150;

interface Properties {
  model: GameModel;
  advisor: Advisor;
  /** Says which mode it is. */
  digest: string;
}

/** The progress: what was learned, and for how long. */
interface State {
  lesson: Lesson | null;
  time: number;
  running: boolean;
  problem: string;
}

const NOTHING: State = { lesson: null, time: 0, running: false, problem: "" };

export function Learn({ model, advisor, digest }: Properties) {
  useAdvisor(advisor);
  const [{ lesson, time, running, problem }, change] = useReducer(
    (state: State, more: Partial<State>): State => ({ ...state, ...more }),
    NOTHING,
  );
  const stopped = useRef(() => {});
  const stop = () => stopped.current();
  // What was learned of another mode is of no use for this one.
  useEffect(() => {
    change(NOTHING);
    return () => stop();
  }, [digest]);

  const start = async () => {
    let wanted = true;
    stopped.current = () => {
      wanted = false;
    };
    advisor.stop();
    change({ ...NOTHING, running: true });
    try {
      const { hints } = await engine();
      const game = model.engineGame;
      if (!game) return;
      await hints.ask("unlearn");
      const key = await advisor.follow(game);
      for (let time = 0; wanted && time < TOTAL; ) {
        const before = performance.now();
        const lesson = await hints.askOf("learn", key, SLICE, TOTAL);
        if (!wanted || !lesson) break;
        time += performance.now() - before;
        change({ lesson, time });
      }
    } catch (error) {
      if (wanted) change({ problem: messageOf(error) });
    }
    change({ running: false });
  };
  return (
    <section class="trial" aria-labelledby="learn-title">
      <h2 id="learn-title">{workshop.learning}</h2>
      <div class="buttons">
        <button type="button" onClick={() => (running ? stop() : void start())} disabled={!model.engineGame}>
          {running ? workshop.stop : workshop.learn}
        </button>
        {(running || lesson) && (
          <progress max={TOTAL} value={Math.min(time, TOTAL)} aria-label={workshop.learnedPart} />
        )}
        {lesson && (
          <button type="button" aria-pressed={advisor.isPlaying} onClick={() => advisor.toggle()}>
            {advisor.isPlaying ? workshop.pause : workshop.playByLearned}
          </button>
        )}
      </div>
      {lesson && <Facts lesson={lesson} />}
      {!running && lesson && <p role="status">{workshop.learned}</p>}
      <Problem text={problem} alert />
    </section>
  );
}

function Facts({ lesson: { progress, random } }: { lesson: Lesson }) {
  const facts: [string, string][] = [
    [workshop.learnedGames, shown(progress.games)],
    [workshop.learnedMoves, shown(progress.moves)],
    [workshop.learnedScore, shown(Math.round(progress.score))],
    [workshop.randomScore, random.games > 0 ? shown(Math.round(random.score)) : "–"],
    [workshop.learnedWon, `${Math.round(progress.won * 100)} %`],
  ];
  return (
    <dl class="totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
