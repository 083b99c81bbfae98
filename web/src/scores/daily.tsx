// The game of the day, and the days before.

import { scores as texts } from "virtual:texts/scores";
import { modeCalled } from "../engine/called";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import { fragmentOf } from "../route";
import { shown } from "../summary";
import { filled } from "../texts/filled";
import { usePromised, useTitle } from "../views/hooks";
import { Problem } from "../views/problem";
import { calendar, today } from "./api";
import { beginDaily } from "./begin";
import { Copy } from "./copy";
import { daysBack, type Result, results, resultText } from "./days";
import { Asked, useAttempt } from "./frame";
import { markOfDay, timeLeft } from "./marks";
import type { Day } from "./types";

/** Days that the calendar shows: whole weeks. */
const DAYS = 28;

export function DailyView({ controller }: { controller: GameController }) {
  const headline = useTitle(texts.daily);
  const loaded = usePromised(async () => {
    const [day, days, modes] = await Promise.all([today(), calendar(), catalogue()]);
    return { day, days, modes };
  }, []);
  const { busy, problem, attempt } = useAttempt();
  const own = results();
  const { day, days, modes } = loaded?.value ?? { day: undefined, days: [], modes: [] };
  const result = day && own[day.date];
  return (
    <main class="page narrow" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          {texts.daily}
        </h1>
        {day && <p>{day.date}</p>}
      </div>
      <Asked what={loaded} />
      {day && (
        <>
          <p>
            {filled(texts.todayItIs, {
              title: <strong>{titleIn(modes, day)}</strong>,
              time: timeLeft(day.ends - Date.now()),
            })}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              aria-disabled={busy}
              onClick={() => attempt(() => beginDaily(controller, day))}
            >
              {markOfDay(day.date) ? texts.goOn : texts.play}
            </button>
            <a class="button" href={fragmentOf({ view: "scores", board: day.board })}>
              {texts.boardOfDay}
            </a>
          </div>
          {problem && <Problem text={problem} alert />}
          {result && <Copy name={texts.resultOfDay} text={resultText(day.date, result)} share />}
          <h2>{texts.weeks}</h2>
          <Calendar dates={daysBack(day.date, DAYS)} days={days} modes={modes} own={own} />
        </>
      )}
    </main>
  );
}

function titleIn(modes: readonly CatalogueEntry[], { mode }: Day): string {
  return modeCalled(modes, mode)?.title ?? mode;
}

interface Properties {
  dates: readonly string[];
  days: readonly Day[];
  modes: readonly CatalogueEntry[];
  own: Record<string, Result>;
}

/** Days with what was reached on them; those that were played have a board. */
function Calendar({ dates, days, modes, own }: Properties) {
  return (
    <ol class="calendar">
      {dates.map((date, back) => {
        const played = days.find((day) => day.date === date);
        const result = own[date];
        return (
          <li key={date} class={result ? "own" : ""}>
            <time dateTime={date}>{back === 0 ? texts.today : date.slice(5)}</time>
            {played ? (
              <a href={fragmentOf({ view: "scores", board: played.board })}>
                {titleIn(modes, played)}
                <span class="unseen">{texts.boardOn(date)}</span>
              </a>
            ) : (
              <span>{result?.title ?? "–"}</span>
            )}
            {result && (
              <span>
                <span class="unseen">{texts.yourScore}</span>
                {shown(result.score)}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
