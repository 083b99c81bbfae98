// The hint, and the buttons of autoplay: a script of its own, fetched when it is asked for.

import { advice as texts } from "virtual:texts/advice";
import type { HintChoice, LearnerChoice, Reason } from "polymerge";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Casual, Advice as Known } from "../engine/hints";
import type { Position } from "../engine/position";
import type { RemoteGame } from "../engine/remote";
import { Advisor, SPEEDS } from "../game/advisor";
import { because } from "../game/because";
import { GameModel } from "../game/model";
import type { Way } from "../input/ways";
import { shown } from "../summary";
import type { Advised, HintLink } from "./hints";
import { useCount, usePromised, useRedraw, useRedrawAfterFrame } from "./hooks";
import { Failure, Problem } from "./problem";

export { HintArrow } from "./hintarrow";

interface AdviceProperties {
  model: GameModel;
  link: HintLink;
}

export function Advice({ model, link }: AdviceProperties) {
  const advisor = useMemo(() => new Advisor(model), [model]);
  useEffect(() => () => advisor.close(), [advisor]);
  // An effect after the next frame would show a hint that is there already two frames later.
  useLayoutEffect(() => {
    let frame = 0;
    const tell = () => link.tell(advisedBy(advisor, model));
    const unwatch = advisor.watch((change) => {
      cancelAnimationFrame(frame);
      // The words come first. The arrow is drawn in the same frame.
      if (change === "answer") frame = requestAnimationFrame(tell);
      else tell();
    });
    const detach = link.attach(model, (what) => {
      if (what === "auto") advisor.toggle();
      else void advisor.hint();
    });
    return () => {
      cancelAnimationFrame(frame);
      unwatch();
      detach();
    };
  }, [advisor]);
  return <AdvisorPanel model={model} advisor={advisor} />;
}

/** Returns the state of hints for what shows it elsewhere. */
function advisedBy({ advice, isPlaying, problem }: Advisor, model: GameModel): Advised {
  const [way, isStuck] = bestOf(advice, model);
  return { way: isPlaying ? null : way, isPlaying, fault: problem || (isStuck ? texts.noMove : "") };
}

/**
 * Draws anew with each change of hints. Answers wait for the next frame, which has the hint in words: what
 * else is said of it comes after that.
 */
export function useAdvisor(advisor: Advisor): void {
  const redraw = useRedraw();
  const redrawLater = useRedrawAfterFrame();
  useLayoutEffect(
    () =>
      advisor.watch((change) => {
        if (change === "answer") redrawLater();
        else redraw();
      }),
    [advisor],
  );
}

/** Returns the best direction, if one is known, and true if no move is possible. */
function bestOf(advice: Known | null, model: GameModel): [Way | null, boolean] {
  const [first] = advice?.ranking.choices ?? [];
  const best = (first && model.ways[first.direction]) ?? null;
  return [best, advice !== null && best === null];
}

export function AdvisorPanel({ model, advisor }: { model: GameModel; advisor: Advisor }) {
  const redraw = useRedraw();
  useAdvisor(advisor);
  const { isPlaying, problem } = advisor;
  return (
    <section class="advice" aria-label={texts.both}>
      <HintLine model={model} advisor={advisor} />
      <AtRandom advisor={advisor} />
      <Problem text={problem} alert />
      <div class="buttons">
        <button type="button" aria-pressed={isPlaying} onClick={() => advisor.toggle()}>
          {isPlaying ? texts.pause : texts.autoplay}
        </button>
        <button type="button" onClick={() => void advisor.step()}>
          {texts.step}
        </button>
        <label class="speed">
          <span>{texts.speed}</span>
          <input
            type="range"
            min={0}
            max={SPEEDS.length - 1}
            value={advisor.speed}
            onInput={(event) => {
              advisor.speed = event.currentTarget.valueAsNumber;
              redraw();
            }}
          />
        </label>
      </div>
      {!isPlaying && <Ranking advisor={advisor} model={model} />}
    </section>
  );
}

/** The best direction, at once when it is known: nothing else is drawn before it. */
function HintLine({ model, advisor }: { model: GameModel; advisor: Advisor }) {
  const redraw = useRedraw();
  useLayoutEffect(() => advisor.watch(() => redraw()), [advisor]);
  const { advice, isPlaying } = advisor;
  const [best, isStuck] = bestOf(advice, model);
  // While it plays by itself the moves are told, not the hints.
  if (isPlaying) return <p role="status">{texts.playing}</p>;
  return (
    <p role="status">
      {best && (
        <>
          <Arrow way={best} /> {texts.hint(best.name)}
        </>
      )}
      {isStuck && texts.noMove}
      {best && <Because way={best} reasons={advice?.reasons ?? []} />}
    </p>
  );
}

/** The reasons for the best direction, once they are known. */
function Because({ way, reasons }: { way: Way; reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return <small> {because(way.name, reasons)}</small>;
}

/** Tells why a hint, or a move of autoplay, comes from random games. */
function AtRandom({ advisor: { advice, isPlaying, isAtRandom, learned } }: { advisor: Advisor }) {
  const why = { coming: "", there: "", none: texts.noneLearned, missing: texts.learnedMissing }[learned];
  return (
    <p class="hint-by" aria-live="polite">
      {isAtRandom && (advice || isPlaying) && why}
    </p>
  );
}

/** Shows a hint for a position, from a game of its own that is never the current one. */
export function AdviceOn({ game, position }: { game: RemoteGame; position: Position }) {
  const [times, ask] = useCount();
  const asked = usePromised(
    async () => {
      if (times === 0) return null;
      const model = GameModel.of(await game.open("startFrom", position, "0"));
      return { model, advisor: new Advisor(model) };
    },
    [times],
    (asked) => {
      asked?.advisor.close();
      asked?.model.close();
    },
  );
  const answer = asked?.value;
  useEffect(() => void answer?.advisor.hint(), [answer]);
  return (
    <section class="advice" aria-label={texts.alone}>
      <div class="buttons">
        <button type="button" onClick={() => ask()}>
          {texts.ask}
        </button>
      </div>
      {answer && <Answer {...answer} />}
      <Failure of={asked} />
    </section>
  );
}

interface AnswerProperties {
  model: GameModel;
  advisor: Advisor;
}

/** A hint with all that is known of it, without autoplay. */
function Answer({ model, advisor }: AnswerProperties) {
  useAdvisor(advisor);
  return (
    <>
      <HintLine model={model} advisor={advisor} />
      <AtRandom advisor={advisor} />
      <Ranking model={model} advisor={advisor} />
      <Problem text={advisor.problem} alert />
    </>
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

/** The texts that name the quantity of a mean, by the objective of the player. */
const WHAT = { score: "score", log_score: "logScore", turns: "turns", points: "points" } as const;

function Ranking({ advisor, model }: AnswerProperties) {
  const { advice } = advisor;
  if (!advice || advice.ranking.choices.length === 0) return null;
  return <Directions advisor={advisor} advice={advice} model={model} />;
}

interface DirectionsProperties extends AnswerProperties {
  advice: Known;
}

/** All directions, in words as long as they are unfolded. */
function Directions({ advisor, advice, model }: DirectionsProperties) {
  const [isOpen, setOpen] = useState(false);
  const { casual } = advisor;
  return (
    <details
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        advisor.unfold(open);
      }}
    >
      <summary>{texts.all}</summary>
      {isOpen && <Facts ranking={advice.ranking} model={model} />}
      {/* It is there before its words, so that screen readers say them. */}
      {!(casual?.done && casual.games === 0) && (
        <p class="casual" aria-live="polite">
          {isOpen && casual && inWords(casual)}
        </p>
      )}
    </details>
  );
}

interface FactsProperties {
  model: GameModel;
  ranking: Known["ranking"];
}

function Facts({ model, ranking }: FactsProperties) {
  const what = texts[WHAT["objective" in ranking ? ranking.objective : ranking.foreseen]];
  const work =
    "objective" in ranking
      ? texts.games({ games: shown(ranking.games), turns: shown(ranking.turns) })
      : texts.ahead({ moves: ranking.depth, positions: shown(ranking.positions) });
  return (
    <>
      <p>{texts.mean({ what, work })}</p>
      <ol>
        {ranking.choices.map((choice) => (
          <li key={choice.direction}>
            {model.ways[choice.direction]?.name ?? choice.label}: {factsOf(choice).join("; ")}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Returns the facts of a direction, in a few words each. */
function factsOf(choice: HintChoice | LearnerChoice): string[] {
  const facts = [rounded(choice.value)];
  if ("error" in choice && choice.error !== undefined) facts[0] += ` ± ${rounded(choice.error)}`;
  if (choice.worse > 0) facts.push(texts.worse(rounded(choice.worse)));
  const share = (text: (percent: number) => string, part: number | undefined) =>
    part !== undefined && facts.push(text(Math.round(part * 100)));
  if ("games" in choice) {
    share(texts.survives, choice.survival);
    share(texts.wins, choice.win);
  }
  return facts;
}

/** Returns how casual games end; nothing if there are none. */
function inWords({ games, cut, failures, score, turns, win }: Casual): string {
  if (games === 0) return "";
  const facts = [texts.casual({ score: rounded(score), games })];
  if (cut === games) facts.push(texts.cut(Math.round(turns)));
  else if (cut > 0) facts.push(texts.someCut(cut));
  if (failures > 0) facts.push(texts.failed(failures));
  if (win !== undefined) facts.push(texts.wins(Math.round(win * 100)));
  return facts.join("; ");
}

function rounded(number: number): string {
  const digits = Math.abs(number) < 100 ? 1 : 0;
  return shown(Math.round(number * 10 ** digits) / 10 ** digits);
}
