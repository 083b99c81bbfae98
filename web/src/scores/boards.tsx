// The boards of the score server: all of them, or those of a mode.

import { days } from "virtual:texts/days";
import { scores as texts } from "virtual:texts/scores";
import { useEffect } from "preact/hooks";
import { modeCalled } from "../engine/called";
import { catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import { fragmentOf } from "../route";
import { usePromised } from "../views/hooks";
import { Page } from "../views/page";
import { boards } from "./api";
import { BoardView, RankedButton, titleOf } from "./board";
import { Asked } from "./frame";
import { Listing } from "./listing";
import { player } from "./player";
import { sendWaiting } from "./queue";
import { CURRENT, SEASON, SeasonView, seasonIn } from "./season";
import type { Board } from "./types";
import { Waiting } from "./waiting";

/** The descriptions of boards by their kinds. */
const KINDS = { open: "kindOpen", daily: "kindDaily", ranked: "kindRanked", program: "kindProgram" } as const;

/** `which` is a board, perhaps in a season, a season, a mode, or empty. */
export function ScoresView({ controller, which }: { controller: GameController; which: string }) {
  const [, board, season] =
    /^((?:open|ranked|daily|program)-[0-9a-f-]+)(?:\/(\d{4}-Q[1-4]))?$/.exec(which) ?? [];
  if (board) return <BoardView key={which} controller={controller} id={board} season={season} />;
  const name = seasonIn(which);
  if (name) return <SeasonView key={which} name={name} />;
  return <BoardsView key={which} controller={controller} called={which} />;
}

function BoardsView({ controller, called }: { controller: GameController; called: string }) {
  const loaded = usePromised(async () => {
    const [all, modes] = await Promise.all([boards(), catalogue()]);
    return { all, modes };
  }, []);
  const modes = loaded?.value?.modes ?? [];
  const mode = called ? modeCalled(modes, called) : undefined;
  const title = called ? texts.titleOf(mode?.title ?? called) : texts.title;
  useEffect(() => void sendWaiting(), []);
  const nameOf = ({ source }: Board) => modeCalled(modes, source.mode)?.name ?? source.mode;
  const listed = (loaded?.value?.all ?? []).filter((board) => !called || nameOf(board) === mode?.name);
  return (
    <Page narrow title={title} beside={<p role="status">{loaded?.value && texts.boards(listed.length)}</p>}>
      {called === "" && <p>{texts.about}</p>}
      <div class="buttons">
        <a class="button" href="#/daily">
          {texts.daily}
        </a>
        {called === "" && (
          <a class="button" href={fragmentOf({ view: "scores", board: `${SEASON}${CURRENT}` })}>
            {days.thisSeason}
          </a>
        )}
        {(player().token || called === "") && (
          <a class="button" href="#/me">
            {texts.yours}
          </a>
        )}
        {mode && <RankedButton controller={controller} mode={mode.name} />}
      </div>
      <Waiting />
      <Asked what={loaded} />
      {loaded?.value && called !== "" && !mode && <p>{texts.noMode}</p>}
      {loaded?.value && listed.length === 0 && (!called || mode) && <p>{texts.noScores}</p>}
      {listed.length > 0 && <List boards={listed} />}
    </Page>
  );
}

function List({ boards }: { boards: readonly Board[] }) {
  return (
    <Listing name={texts.list} columns={[texts.board, texts.kind, texts.games]}>
      {boards.map((board) => (
        <tr key={board.id}>
          <th scope="row">
            <a href={fragmentOf({ view: "scores", board: board.id })}>{titleOf(board)}</a>
            {board.source.modifiersCode && (
              <span class="changed">{board.source.modifiersCode.slice(0, 60)}</span>
            )}
            {board.source.mode.startsWith("@") && <span class="changed">{texts.changedRules}</span>}
          </th>
          <td>{texts[KINDS[board.kind]]}</td>
          <td>{board.games}</td>
        </tr>
      ))}
    </Listing>
  );
}
