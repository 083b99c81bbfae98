// The ways from a game to scores; nothing of it is shown where there is no score server.

import { game } from "virtual:texts/game";
import { useState } from "preact/hooks";
import type { GameModel } from "../game/model";
import { Dialog } from "../views/dialog";
import { HandIn } from "../views/later";
import { useScores } from "./known";

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
