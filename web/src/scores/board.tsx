// One board: the best game of each player, in order.

import { days } from "virtual:texts/days";
import { scores as texts } from "virtual:texts/scores";
import { useEffect, useState } from "preact/hooks";
import { modeCalled } from "../engine/called";
import { catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import { fragmentOf } from "../route";
import { messageOf, shown } from "../summary";
import { filled } from "../texts/filled";
import { usePromised } from "../views/hooks";
import { Icon } from "../views/icons";
import { Page } from "../views/page";
import { Problem } from "../views/problem";
import { listing } from "./api";
import { beginRanked } from "./begin";
import { Asked, Day, useAttempt } from "./frame";
import { Listing } from "./listing";
import type { Board, Listed } from "./types";
import { worded } from "./worded";

/** The names of boards by their kinds. */
const BOARDS = {
  open: "boardOpen",
  daily: "boardDaily",
  ranked: "boardRanked",
  program: "boardProgram",
} as const;

/** The texts that say what the games of a board prove, by its kind. */
const PROVES = {
  open: "boardProvesOpen",
  daily: "boardProvesDaily",
  ranked: "boardProvesRanked",
  program: "boardProvesProgram",
} as const;

interface Properties {
  controller: GameController;
  id: string;
  /** The season that is asked for, of a ranked board. */
  season?: string | undefined;
}

/** The times that can be chosen: for the server, and for the player. */
function periodsOf(season: string | undefined): [string, string][] {
  const periods: [string, string][] = [
    ["all", texts.allTime],
    ["day", texts.today],
  ];
  return season ? [[season, days.seasonOf(season)], ...periods] : periods;
}

export function BoardView({ controller, id, season }: Properties) {
  const [period, setPeriod] = useState(season ?? "all");
  const loaded = usePromised(() => listing(id, period), [id, period]);
  const modes = usePromised(catalogue, [])?.value ?? [];
  const [more, setMore] = useState<Listed[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setMore([]);
    setNext(loaded?.value?.next ?? null);
  }, [loaded]);
  const board = loaded?.value?.board;
  const title = board ? titleOf(board) : texts.board;
  const rows = [...(loaded?.value?.scores ?? []), ...more];
  const mode = board && modeCalled(modes, board.source.mode);
  const isPlain = mode && !board.source.settings && !board.source.modifiersCode;
  const further = async () => {
    if (!next) return;
    try {
      const part = await listing(id, period, next);
      setMore([...more, ...part.scores]);
      setNext(part.next);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Page narrow title={title} beside={board && <p>{texts[BOARDS[board.kind]]}</p>}>
      {board && <p>{filled(texts.provesThis, { what: texts[PROVES[board.kind]] })}</p>}
      <div class="buttons">
        <a class="button" href="#/scores">
          {texts.allBoards}
        </a>
        {isPlain && board.kind !== "daily" && (
          <>
            <a class="button" href={fragmentOf({ view: "play", mode: mode.name })}>
              {texts.play}
            </a>
            <RankedButton controller={controller} mode={mode.name} />
          </>
        )}
        {board?.kind === "daily" && (
          <a class="button" href="#/daily">
            {texts.daily}
          </a>
        )}
      </div>
      {board?.kind !== "daily" && (
        <fieldset class="periods">
          <legend class="unseen">{texts.sinceWhen}</legend>
          {periodsOf(season).map(([value, name]) => (
            <label key={value}>
              <input
                type="radio"
                name="period"
                checked={period === value}
                onChange={() => setPeriod(value)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <Asked what={loaded} />
      {loaded?.value && rows.length === 0 && <p>{texts.noneYet}</p>}
      {rows.length > 0 && <Rows rows={rows} />}
      <Problem text={problem} alert />
      {next && (
        <div class="buttons">
          <button type="button" onClick={() => void further()}>
            {texts.more}
          </button>
        </div>
      )}
    </Page>
  );
}

/** Seconds as minutes and seconds. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function Rows({ rows }: { rows: readonly Listed[] }) {
  return (
    <Listing
      name={texts.title}
      kind="scores"
      columns={[texts.place, texts.name, texts.score, texts.moves, texts.date, texts.replay]}
    >
      {rows.map(({ id, name, mark, score, moves, created, follows, origin, program, pace }, place) => (
        <tr key={id}>
          <td>{place + 1}</td>
          <th scope="row">
            {name}
            {mark && <small translate={false}> ({mark})</small>}
            {program && <small>{texts.byProgram(program)}</small>}
            {follows ? (
              <>
                {" "}
                <a class="follows" href={fragmentOf({ view: "score", id: follows })}>
                  {texts.goesOn}
                </a>
              </>
            ) : (
              origin && <small> {texts.goesOnErased}</small>
            )}
            {pace && <small>{texts.pace({ time: clock(pace.seconds), undone: pace.undone })}</small>}
          </th>
          <td>{worded(score)}</td>
          <td>{shown(moves)}</td>
          <td>
            <Day of={created} />
          </td>
          <td>
            <a href={fragmentOf({ view: "score", id })}>
              <Icon name="film" />
              <span class="word">{texts.watch}</span>
              <span class="unseen">{texts.gameOf(name)}</span>
            </a>
          </td>
        </tr>
      ))}
    </Listing>
  );
}

/** Returns the title of a board: games of the day have a date. */
export function titleOf({ id, kind, title }: Board): string {
  return kind === "daily" ? `${title}, ${id.replace("daily-", "")}` : title;
}

/** Begins a ranked game. */
export function RankedButton({ controller, mode }: { controller: GameController; mode: string }) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <>
      <button
        type="button"
        title={texts.rankedAbout}
        aria-disabled={busy}
        onClick={() => attempt(() => beginRanked(controller, mode))}
      >
        {texts.playRanked}
      </button>
      <Problem text={problem} alert />
    </>
  );
}
