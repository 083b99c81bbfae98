// What is said over the board when a game is won or over, and what can be done
// then. It can be put aside, to look at the board.

import { game } from "virtual:texts/game";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { notice } from "../game/notices";
import { firstsOf, helpOf, nextGoal, timed, topTile, undoing } from "../game/result";
import { SubmitButton } from "../scores/entry";
import { modeRecord } from "../store/database";
import { setting } from "../store/settings";
import { messageOf, shown } from "../summary";
import type { Panel } from "./game";

interface Properties {
  controller: GameController;
  model: GameModel;
  open: (panel: Panel) => void;
  /** Begins a new game, with the seed of this one or another. */
  renew: (sameSeed: boolean) => void;
  /** Opens the replay of the game. */
  watch: () => void;
}

export function Outcome(properties: Properties) {
  const { state } = properties.model;
  const [aside, setAside] = useState(false);
  // What comes later is said again.
  useEffect(() => setAside(false), [state.screen, properties.model]);
  if (state.screen === "play") return null;
  if (!aside) return <Result {...properties} putAside={() => setAside(true)} />;
  return (
    <button type="button" class="result-again" onClick={() => setAside(false)}>
      {state.screen === "win" ? game.youWin : game.gameOver}
    </button>
  );
}

function Result({ controller, model, open, renew, watch, putAside }: Properties & { putAside: () => void }) {
  const { state, view, faces } = model;
  const won = state.screen === "win";
  const top = topTile(view, faces);
  const { best, firsts } = useBest(controller, model);
  useGlow(top);
  // Keys count from the first frame on.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) putAside();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
  const facts = [
    [game.score, shown(state.score)],
    [game.bestTile, top],
    [game.movesMade, shown(state.moves)],
    [game.time, timed(model.time)],
    [game.takenBack, undoing(model.undone, setting("undo"))],
    [game.help, helpOf(model.helped)],
  ];
  return (
    <section class={won ? "outcome won" : "outcome"} aria-label={game.result}>
      <p class="outcome-word">{won ? game.youWin : game.gameOver}</p>
      <dl class="result">
        {facts.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {/* Room for a line that comes from the database. */}
      <p class="goal">
        {best !== null && (
          <>
            {state.score > 0 && state.score >= best && <strong>{game.bestSoFar} </strong>}
            {firsts && <strong>{firsts} </strong>}
            {nextGoal(state.score, best)}
          </>
        )}
      </p>
      <div class="buttons">
        {state.canPlayOn && (
          <button type="button" class="primary" onClick={() => model.playOn()}>
            {game.playOn}
          </button>
        )}
        <button type="button" class={state.canPlayOn ? "" : "primary"} onClick={() => renew(false)}>
          {game.newGame}
        </button>
        {!won && model.canUndo && (
          <button type="button" onClick={() => model.undo()}>
            {game.undo}
          </button>
        )}
        <SubmitButton model={model} />
      </div>
      <div class="buttons rare">
        {model.engineGame && (
          <>
            <button type="button" class="plain" onClick={() => open("share")}>
              {game.share}
            </button>
            <button type="button" class="plain" onClick={() => void picture(model)}>
              {game.picture}
            </button>
            <button type="button" class="plain" onClick={watch}>
              {game.replay}
            </button>
          </>
        )}
        <button type="button" class="plain" onClick={putAside}>
          {game.lookAtBoard}
        </button>
      </div>
    </section>
  );
}

/** Saves a picture of the board with its result. */
async function picture(model: GameModel): Promise<void> {
  try {
    const { savePicture } = await import("../game/sharing");
    await savePicture(model);
  } catch (error) {
    notice({ text: messageOf(error) });
  }
}

interface Records {
  /** The best score of the mode, this game's among them; `null` until it is known. */
  best: number | null;
  /** The goals that this game was the first to reach. */
  firsts: string;
}

/** Returns the records of the mode. */
function useBest(controller: GameController, model: GameModel): Records {
  const [best, setBest] = useState<Records>({ best: null, firsts: "" });
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      await controller.flush();
      const record = await modeRecord(await controller.sum());
      if (wanted)
        setBest({ best: record?.best ?? 0, firsts: record ? firstsOf(controller.id ?? "", record) : "" });
    };
    // Without a database there is nothing to compare with.
    ask().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [controller, model]);
  return best;
}

/** Dims the board but for its best tile, which glows. */
function useGlow(top: string | null): void {
  useLayoutEffect(() => {
    const board = document.querySelector<HTMLElement>(".arena-frame .board");
    const cells = [...(board?.querySelectorAll(".cell") ?? [])];
    const best = cells.find((cell) => cell.ariaLabel === top);
    board?.classList.add("ended");
    best?.classList.add("top-tile");
    return () => {
      board?.classList.remove("ended");
      best?.classList.remove("top-tile");
    };
  }, [top]);
}
