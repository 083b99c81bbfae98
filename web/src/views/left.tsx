// The game that was left last, besides the one on the board.

import { game } from "virtual:texts/game";
import type { GameController } from "../game/controller";
import { leftGame } from "../game/home";
import { titleShown } from "../game/titles";
import { fragmentOf } from "../route";
import { usePromised } from "./hooks";
import { Preview } from "./smallboard";

export function LeftGame({ controller }: { controller: GameController }) {
  const { id } = controller;
  const line = usePromised(() => controller.flush().then(() => leftGame(id)), [id])?.value;
  if (!line) return null;
  return (
    <section class="left-game" aria-labelledby="left-game">
      <h2 id="left-game">{game.leftGame}</h2>
      <a class="kept-game" href={fragmentOf({ view: "game", id: line.id })}>
        <Preview rows={line.preview} />
        <span class="kept-text">
          <span class="card-title">{titleShown(line.title)}</span>
          <span>
            {game.points(line.score)}, {game.moves(line.moves)}
          </span>
        </span>
      </a>
    </section>
  );
}
