// The ways from a game to scores; nothing of it is shown where there is no score server.

import { game } from "virtual:texts/game";
import { useState } from "preact/hooks";
import type { GameModel } from "../game/model";
import type { Handout } from "../game/sharing";
import { Dialog } from "../views/dialog";
import { later } from "../views/fetched";
import { useScores } from "./known";
import { mayBeContest } from "./place";

const parts = () => import("./parts");
const HandIn = later(() => parts().then((part) => part.HandIn));

/** Opens the dialog in which the current game is submitted. */
export function SubmitButton({ model }: { model: GameModel }) {
  const [open, setOpen] = useState(false);
  const isThere = useScores();
  if (!isThere || !model.engineGame) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {game.submit}
      </button>
      {open && (
        <Dialog title={game.submit} close={() => setOpen(false)}>
          <HandIn model={model} />
        </Dialog>
      )}
    </>
  );
}

/** The way to submit a game among what can be shared. */
export function ShareScores({ model }: { model: GameModel }) {
  if (!useScores()) return null;
  return (
    <p class="share-score">
      <span>{game.submitAbout}</span> <SubmitButton model={model} />
    </p>
  );
}

/**
 * Returns the function that makes what others get of the game of this day, without its numbers; `null` for
 * other games, which need no script of scores.
 */
export async function handoutOfDay(model: GameModel): Promise<(() => Promise<Handout>) | null> {
  if (!mayBeContest(model)) return null;
  const { dateOfGame, handoutOfGame } = await parts();
  const date = dateOfGame(model);
  return date === null ? null : () => handoutOfGame(date, model);
}
