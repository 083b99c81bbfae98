// The game of the day, the streak, and the days before.

import { days as texts } from "virtual:texts/days";
import { scores } from "virtual:texts/scores";
import { useEffect, useRef, useState } from "preact/hooks";
import { modeCalled } from "../engine/called";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import { fragmentOf } from "../route";
import { shown } from "../summary";
import { filled } from "../texts/filled";
import { dateOf, firstDayOfWeek, monthOf, weekdays } from "../texts/language";
import { useCount, usePromised, useTitle, useWatched } from "../views/hooks";
import { Problem } from "../views/problem";
import { ShareButton } from "../views/within";
import { calendar, self } from "./api";
import { beginDaily } from "./begin";
import { type Result, results, resultText, rowOf, WEEK, watchResults } from "./days";
import { Asked, useAttempt } from "./frame";
import { handoutOfDay } from "./handout";
import { InARow } from "./inarow";
import { markOfDay, timeLeft } from "./marks";
import { player } from "./player";
import { daysBack, streakOf, weeksTo } from "./streak";
import { gameOfDay, nextAfter } from "./today";
import type { Day, Today } from "./types";

/** Weeks that the calendar shows. */
const WEEKS = 12;

interface Loaded {
  day: Today;
  /** The time at which the next game begins. */
  next: number;
  modes: readonly CatalogueEntry[];
  /** The days that were played by anyone. */
  days: readonly Day[];
  /** The dates of one's games at the server, perhaps from other browsers. */
  submitted: readonly string[];
}

async function load(): Promise<Loaded> {
  const [day, modes] = await Promise.all([gameOfDay(), catalogue()]);
  const { token } = player();
  // Without an answer there is less to be seen, and the game can be played.
  const none = () => [];
  const [days, submitted] = await Promise.all([
    day.board ? calendar(day.date).catch(none) : [],
    day.board && token ? self(token, day.date).then(({ streak }) => streak?.days ?? [], none) : [],
  ]);
  return { day, next: nextAfter(day), modes, days, submitted };
}

/**
 * The game of the day with all that belongs to it; it changes when the next one begins. What was
 * there stays until then, and is asked for again once there is a connection.
 */
function useDay() {
  const [turn, again] = useCount();
  const latest = usePromised(load, [turn]);
  const known = useRef<Loaded>(undefined);
  known.current = latest?.value ?? known.current;
  const value = known.current;
  const loaded = latest ?? (value ? { value } : null);
  const isFailed = latest !== null && latest.error !== undefined;
  useEffect(() => {
    if (!isFailed) return;
    const online = () => again();
    addEventListener("online", online);
    return () => removeEventListener("online", online);
  }, [isFailed]);
  const own = useWatched(watchResults, results);
  const dates = [...Object.keys(own), ...(value?.submitted ?? [])];
  const streak = value ? streakOf(dates, value.day.date) : null;
  return { loaded, own, dates, streak, value, again: () => again() };
}

export function DailyView({ controller }: { controller: GameController }) {
  const headline = useTitle(scores.daily);
  const { loaded, own, dates, streak, value, again } = useDay();
  return (
    <main class="page narrow" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          {scores.daily}
        </h1>
        {value && <p>{dateOf(value.day.date)}</p>}
      </div>
      <Asked what={loaded} />
      {value && streak && (
        <>
          <p>{filled(texts.todayIs, { title: <strong>{titleIn(value.modes, value.day)}</strong> })}</p>
          <InARow streak={streak} />
          <Begin controller={controller} day={value.day} />
          <p class="until">
            <Until text={texts.next} time={value.next} then={again} />{" "}
            {value.day.closes && <Until text={texts.taken} time={value.day.closes} />}
          </p>
          <Report date={value.day.date} result={own[value.day.date]} dates={dates} />
          <h2>{texts.weeks}</h2>
          <Calendar {...value} date={value.day.date} own={own} />
          <p class="quiet">{texts.counts}</p>
        </>
      )}
    </main>
  );
}

/** The game of the day, shortly, among other things. `failed` is called where it can't be known. */
export function DayCard({ controller, failed }: { controller: GameController; failed: () => void }) {
  const { loaded, dates, streak, value, again } = useDay();
  const isUnknown = loaded?.error !== undefined && !value;
  useEffect(() => {
    if (isUnknown) failed();
  }, [isUnknown]);
  // It was not asked for: without an answer there is nothing.
  if (!value || !streak) return null;
  const { day, next, modes } = value;
  const played = daysBack(day.date, WEEK).filter((date) => dates.includes(date)).length;
  return (
    <section class="day-card" aria-labelledby="day-card">
      <h2 id="day-card">
        <a href="#/daily">{scores.daily}</a>
      </h2>
      <p class="day-mode">
        <Face mode={modeCalled(modes, day.mode)} />
        <strong>{titleIn(modes, day)}</strong>
        <span class="row" role="img" aria-label={texts.week(played)}>
          {rowOf(day.date, dates)}
        </span>
      </p>
      <InARow streak={streak} />
      <Begin controller={controller} day={day} />
      <p class="until">
        <Until text={texts.next} time={next} then={again} />
      </p>
    </section>
  );
}

/** The picture of a mode. */
function Face({ mode }: { mode: CatalogueEntry | null | undefined }) {
  if (!mode) return null;
  const source = `data:image/svg+xml,${encodeURIComponent(mode.picture)}`;
  return <img class="face" src={source} alt="" width="48" height="48" />;
}

function titleIn(modes: readonly CatalogueEntry[], { mode }: Day): string {
  return modeCalled(modes, mode)?.title ?? mode;
}

function Begin({ controller, day }: { controller: GameController; day: Today }) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          aria-disabled={busy}
          onClick={() => attempt(() => beginDaily(controller, day))}
        >
          {markOfDay(day.date, day.seed) ? scores.goOn : scores.play}
        </button>
        {day.board && (
          <a class="button" href={fragmentOf({ view: "scores", board: day.board })}>
            {scores.boardOfDay}
          </a>
        )}
      </div>
      <Problem text={problem} alert />
    </>
  );
}

interface UntilProperties {
  text: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Called when the time is there. */
  then?: () => void;
}

/** The time until something happens, which goes on. */
function Until({ text, time, then }: UntilProperties) {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= time;
  // By a clock that is wrong the time may be over from the start: then nothing follows from it.
  const [isComing] = useState(!isOver);
  useEffect(() => {
    if (isOver) return isComing ? then?.() : undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time, isOver]);
  if (isOver) return null;
  return (
    <>
      {filled(text, {
        time: (
          <span role="timer" translate={false}>
            {timeLeft(time - now)}
          </span>
        ),
      })}
    </>
  );
}

interface ReportProperties {
  date: string;
  result: Result | undefined;
  dates: readonly string[];
}

/** The result of a day, to share. */
function Report({ date, result, dates }: ReportProperties) {
  if (!result) return null;
  return (
    <ShareButton
      result={{ name: scores.resultOfDay, text: resultText(date, result, undefined, dates) }}
      make={() => handoutOfDay(date, result, dates)}
      of={[date, JSON.stringify(result), dates.length]}
      hasPicture
    />
  );
}

interface CalendarProperties extends Omit<Loaded, "day" | "next"> {
  date: string;
  own: Record<string, Result>;
}

/** Days by weekday, with those on which one took part; those that were played have a board. */
function Calendar({ date, modes, days, own, submitted }: CalendarProperties) {
  const firstDay = firstDayOfWeek();
  const names = weekdays(firstDay, "long");
  return (
    <table class="calendar">
      <caption class="unseen">{texts.weeks}</caption>
      <thead>
        <tr>
          {weekdays(firstDay, "short").map((name, day) => (
            <th key={name} scope="col" abbr={names[day]}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksTo(date, WEEKS, firstDay).map((week, index) => (
          <tr key={week[0]}>
            {week.map((one, day) => {
              if (!one) return <td key={day} class="later" />;
              const board = days.find((played) => played.date === one);
              const isOwn = own[one] !== undefined || submitted.includes(one);
              const kind = `${isOwn ? "own" : ""} ${one === date ? "today" : ""}`.trim();
              return (
                <td key={one} class={kind || undefined} aria-current={one === date ? "date" : undefined}>
                  <Cell
                    date={one}
                    result={own[one]}
                    isOwn={isOwn}
                    board={board?.board}
                    modes={modes}
                    day={board}
                    isFirst={index + day === 0}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProperties {
  date: string;
  result: Result | undefined;
  isOwn: boolean;
  board: string | undefined;
  modes: readonly CatalogueEntry[];
  day: Day | undefined;
  /** True for the first date of the calendar, which says its month. */
  isFirst: boolean;
}

function Cell({ date, result, isOwn, board, modes, day, isFirst }: CellProperties) {
  const title = day ? titleIn(modes, day) : result?.title;
  const said = [
    dateOf(date),
    title,
    isOwn && texts.played,
    result && `${scores.yourScore}${shown(result.score)}`,
  ].filter(Boolean);
  const inside = (
    <>
      <time dateTime={date} aria-hidden="true">
        {(date.endsWith("-01") || isFirst) && <small>{monthOf(date)}</small>}
        {Number(date.slice(8))}
      </time>
      <span class="unseen">{said.join(", ")}</span>
    </>
  );
  if (!board) return <span title={said.join(", ")}>{inside}</span>;
  return (
    <a href={fragmentOf({ view: "scores", board })} title={said.join(", ")}>
      {inside}
    </a>
  );
}
