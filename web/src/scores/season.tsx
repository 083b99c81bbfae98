// The ranked boards of a season, each with its best game.

import { days as texts } from "virtual:texts/days";
import { scores } from "virtual:texts/scores";
import { fragmentOf, go } from "../route";
import { shown } from "../summary";
import { dateOf } from "../texts/language";
import { usePromised } from "../views/hooks";
import { Page } from "../views/page";
import { season, seasons } from "./api";
import { Asked } from "./frame";
import { Listing } from "./listing";
import type { Season, Seasons, Standing } from "./types";
import { worded } from "./worded";

/** The beginning of the addresses of seasons. */
export const SEASON = "season-";

/** The season that is on, whichever it is. */
export const CURRENT = "current";

/** The name of a season in an address such as `season-2026-Q4`; `null` if it is none. */
export function seasonIn(which: string): string | null {
  return /^season-(\d{4}-Q[1-4]|current)$/.exec(which)?.[1] ?? null;
}

/** The date in Greenwich of a time. */
const dateAt = (time: number) => dateOf(new Date(time).toISOString().slice(0, 10));

export function SeasonView({ name }: { name: string }) {
  const loaded = usePromised(async () => {
    const [standings, all] = await Promise.all([season(name), seasons()]);
    return { standings, all };
  }, [name]);
  const standings = loaded?.value?.standings;
  return (
    <Page narrow title={standings ? texts.seasonOf(standings.season) : texts.season}>
      {standings && (
        <p>{texts.seasonAbout({ from: dateAt(standings.begins), to: dateAt(standings.ends - 1) })}</p>
      )}
      <div class="buttons">
        <a class="button" href="#/scores">
          {scores.allBoards}
        </a>
        {loaded?.value && <Choice {...loaded.value} />}
      </div>
      <Asked what={loaded} />
      {standings?.boards.length === 0 && <p>{texts.noGames}</p>}
      {standings && standings.boards.length > 0 && (
        <Boards season={standings.season} boards={standings.boards} />
      )}
    </Page>
  );
}

/** The choice of another season. */
function Choice({ standings, all }: { standings: Season; all: Seasons }) {
  return (
    <label class="season-choice">
      {texts.seasons}
      <select
        value={standings.season}
        onChange={(event) => go({ view: "scores", board: `${SEASON}${event.currentTarget.value}` })}
      >
        {all.seasons.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function Boards({ season, boards }: { season: string; boards: readonly Standing[] }) {
  return (
    <Listing
      name={texts.seasonOf(season)}
      kind="season"
      columns={[scores.board, texts.bestGame, texts.players]}
    >
      {boards.map(({ board, players, best }) => (
        <tr key={board.id}>
          <th scope="row">
            <a href={fragmentOf({ view: "scores", board: `${board.id}/${season}` })}>{board.title}</a>
            {board.source.modifiersCode && (
              <span class="changed">{board.source.modifiersCode.slice(0, 60)}</span>
            )}
          </th>
          <td>
            <a href={fragmentOf({ view: "score", id: best.id })}>{worded(best.score)}</a> {best.name}
            {best.mark && <small translate={false}> ({best.mark})</small>}
          </td>
          <td>{shown(players)}</td>
        </tr>
      ))}
    </Listing>
  );
}
