// A game of a board, to be watched and taken along.

import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { engine } from "../engine/load";
import { fragmentOf } from "../route";
import { filled } from "../texts/filled";
import { usePromised } from "../views/hooks";
import { ReplayView } from "../views/within";
import { game as gameOf } from "./api";
import { clock } from "./board";
import { Asked, Day } from "./frame";
import { player } from "./player";
import { Report } from "./report";
import type { Game } from "./types";
import { worded } from "./worded";

async function open(id: string): Promise<{ found: Game; code: string }> {
  const [found, loaded] = await Promise.all([gameOf(id, player().token), engine()]);
  const { source, seed, canonicalMoves, moves } = found;
  if (canonicalMoves === null) {
    throw new Error(texts.hidden);
  }
  const code = await loaded.ask("replayOf", { ...source, seed, moves: canonicalMoves, count: moves });
  return { found, code };
}

export function ScoreView({ id }: { id: string }) {
  const loaded = usePromised(() => open(id), [id]);
  if (!loaded?.value) {
    return (
      <main class="page narrow" id="main">
        <h1 tabIndex={-1}>{texts.replay}</h1>
        <Asked what={loaded} />
      </main>
    );
  }
  const { found, code } = loaded.value;
  return (
    <ReplayView source={{ code }}>
      <section class="watched" aria-label={texts.aboutGame}>
        <p>
          {filled(texts.watched, {
            name: <strong>{found.name}</strong>,
            points: worded(found.score),
            moves: game.moves(found.moves),
            place: found.rank,
            date: <Day of={found.created} />,
          })}
          {found.follows &&
            filled(texts.follows, {
              game: <a href={fragmentOf({ view: "score", id: found.follows })}>{texts.otherGame}</a>,
            })}
          {!found.follows && found.origin && `; ${texts.goesOnErased}`}
          {found.program && texts.byProgram(found.program)}
          {found.pace && texts.pace({ time: clock(found.pace.seconds), undone: found.pace.undone })}
        </p>
        <div class="buttons">
          <a class="button" href={fragmentOf({ view: "scores", board: found.board })}>
            {texts.theBoard}
          </a>
          <a
            class="button"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(code)}`}
            download={`polymerge-${found.id}.txt`}
          >
            {texts.download}
          </a>
        </div>
        <Report id={found.id} />
      </section>
    </ReplayView>
  );
}
