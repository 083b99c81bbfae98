// A game of a board, to be watched and taken along.

import { engine } from "../engine/load";
import { count } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised } from "../views/hooks";
import { ReplayView } from "../views/later";
import { game } from "./api";
import { Asked, Day, worded } from "./frame";
import { player } from "./player";
import type { Game } from "./types";

async function open(id: string): Promise<{ game: Game; code: string }> {
  const [found, loaded] = await Promise.all([game(id, player().token), engine()]);
  const { source, seed, canonicalMoves, moves } = found;
  if (canonicalMoves === null) {
    throw new Error("Others can watch games of the day when the day is over (midnight, UTC).");
  }
  const code = await loaded.ask("replayOf", { ...source, seed, moves: canonicalMoves, count: moves });
  return { game: found, code };
}

export function ScoreView({ id }: { id: string }) {
  const loaded = usePromised(() => open(id), [id]);
  if (!loaded?.value) {
    return (
      <main class="page narrow" id="main">
        <h1 tabIndex={-1}>Replay</h1>
        <Asked what={loaded} />
      </main>
    );
  }
  const { game, code } = loaded.value;
  return (
    <ReplayView source={{ code }}>
      <section class="watched" aria-label="About this game">
        <p>
          <strong>{game.name}</strong>: {worded(game.score)} points in {count(game.moves, "move")}, place{" "}
          {game.rank}, <Day of={game.created} />
          {game.follows && (
            <>
              ; it goes on from{" "}
              <a href={fragmentOf({ view: "score", id: game.follows })}>the game of another player</a>
            </>
          )}
        </p>
        <div class="buttons">
          <a class="button" href={fragmentOf({ view: "scores", board: game.board })}>
            The board
          </a>
          <a
            class="button"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(code)}`}
            download={`polymerge-${game.id}.txt`}
          >
            Download the replay
          </a>
        </div>
      </section>
    </ReplayView>
  );
}
