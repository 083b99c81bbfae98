// The hint, and the buttons of autoplay: a script of its own, fetched when it is asked for.

import type { HintChoice, LearnerChoice } from "polymerge";
import { useEffect, useMemo, useReducer } from "preact/hooks";
import type { Advice as Known } from "../engine/adviser";
import { Coach, SPEEDS } from "../game/coach";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import type { Way } from "../input/ways";

/** What was asked for; another number is another wish. */
export interface Wish {
  what: "hint" | "auto";
  number: number;
}

export function Advice({ table, wish }: { table: Table; wish: Wish }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const coach = useMemo(() => new Coach(table, () => redraw(0)), [table]);
  useEffect(() => () => coach.close(), [coach]);
  useEffect(() => {
    if (wish.what === "auto") coach.toggle();
    else void coach.hint();
  }, [coach, wish]);
  return <Coaching table={table} coach={coach} />;
}

export function Coaching({ table, coach }: { table: Table; coach: Coach }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { advice, isPlaying, problem } = coach;
  const choices = advice?.ranking.choices ?? [];
  const best = choices[0] && table.ways[choices[0].direction];
  return (
    <section class="advice" aria-label="Hint and autoplay">
      {/* While it plays by itself the moves are told, not the hints. */}
      <p role="status">
        {!isPlaying && best && (
          <>
            <Arrow way={best} /> Hint: {best.name}
          </>
        )}
        {!isPlaying && advice && !best && "No move is possible."}
        {isPlaying && "Playing by itself."}
      </p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <button type="button" aria-pressed={isPlaying} onClick={() => coach.toggle()}>
          {isPlaying ? "Pause" : "Autoplay"}
        </button>
        <button type="button" onClick={() => void coach.step()}>
          Step
        </button>
        <label class="speed">
          <span>Speed</span>
          <input
            type="range"
            min={0}
            max={SPEEDS.length - 1}
            value={coach.speed}
            onInput={(event) => {
              coach.speed = event.currentTarget.valueAsNumber;
              redraw(0);
            }}
          />
        </label>
      </div>
      {!isPlaying && advice && choices.length > 0 && <Ranking advice={advice} table={table} />}
    </section>
  );
}

function Arrow({ way }: { way: Way }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      style={{ rotate: `${way.angle ?? 0}deg` }}
    >
      {way.angle === null ? <circle cx="12" cy="12" r="4" /> : <path d="M5 12h13M12 6l6 6-6 6" />}
    </svg>
  );
}

const WHAT = {
  score: "score",
  log_score: "logarithm of the score",
  turns: "turns",
  points: "score, as learned",
};

function Ranking({ advice: { ranking }, table }: { advice: Known; table: Table }) {
  const what = "objective" in ranking ? WHAT[ranking.objective] : WHAT[ranking.foreseen];
  const work =
    "objective" in ranking
      ? `${shown(ranking.games)} random games, ${shown(ranking.turns)} turns`
      : `${ranking.depth} moves ahead, ${shown(ranking.positions)} positions`;
  return (
    <details>
      <summary>All directions</summary>
      <p>
        Mean {what}; {work}
      </p>
      <ol>
        {ranking.choices.map((choice) => (
          <li key={choice.direction}>
            {table.ways[choice.direction]?.name ?? choice.label}: {factsOf(choice).join("; ")}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What is known of a direction, in a few words each. */
function factsOf(choice: HintChoice | LearnerChoice): string[] {
  const facts = [rounded(choice.value)];
  if ("error" in choice && choice.error !== undefined) facts[0] += ` ± ${rounded(choice.error)}`;
  if (choice.worse > 0) facts.push(`worse by ${rounded(choice.worse)}`);
  const share = (name: string, part: number | undefined) =>
    part !== undefined && facts.push(`${name} ${Math.round(part * 100)} %`);
  if ("games" in choice) {
    share("survives 50 turns:", choice.survival);
    share("wins:", choice.win);
  }
  return facts;
}

function rounded(number: number): string {
  const digits = Math.abs(number) < 100 ? 1 : 0;
  return shown(Math.round(number * 10 ** digits) / 10 ** digits);
}
