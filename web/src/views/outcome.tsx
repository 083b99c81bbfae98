// The result of a game that is won or over, on the half of the board where the best tile is not, and
// what can be done then. It can be put aside, to look at the board.

import { game } from "virtual:texts/game";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { BoardController } from "../board/controller";
import { catalogue } from "../engine/catalogue";
import type { GameController } from "../game/controller";
import { firstsOf, ideaAfter, nextGoal, timed, undoing } from "../game/ending";
import { everyMode } from "../game/home";
import type { GameModel } from "../game/model";
import { notice } from "../game/notices";
import { helpOf, topTile } from "../game/result";
import { fragmentOf } from "../route";
import { SubmitButton } from "../scores/entry";
import { modeRecord } from "../store/database";
import { metIn } from "../store/met";
import { setting } from "../store/settings";
import { messageOf, shown } from "../summary";
import type { Panel } from "./actions";
import { usePromised } from "./hooks";
import { Icon } from "./icons";

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
  useGlow(model, top);
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
  const isBest = best !== null && state.score > 0 && state.score >= best;
  return (
    <section
      class={`outcome ${won ? "won" : "over"} ${isInUpperHalf(model, top) ? "low" : "high"}`}
      aria-label={game.result}
    >
      <button type="button" class="plain outcome-close" aria-label={game.lookAtBoard} onClick={putAside}>
        <Icon name="close" />
      </button>
      <div class="outcome-line">
        <Picture model={model} />
        <div>
          <p class="outcome-word">{won ? game.youWin : game.gameOver}</p>
          <p>
            {[game.points(state.score), top && game.best(top)].filter(Boolean).join(" · ")}
            {/* What comes from the database takes no room of its own. */}
            {isBest && <strong> {game.bestSoFar}</strong>}
          </p>
        </div>
      </div>
      <div class="buttons">
        {state.canPlayOn && (
          <button type="button" class="primary" onClick={() => model.playOn()}>
            {game.playOn}
          </button>
        )}
        <button type="button" class={state.canPlayOn ? "" : "primary"} onClick={() => renew(false)}>
          {game.again}
        </button>
        {model.engineGame && (
          <button type="button" onClick={() => open("share")}>
            {game.share}
          </button>
        )}
        <SubmitButton model={model} />
        <NextIdea model={model} />
      </div>
      <details class="outcome-more">
        <summary>{game.allOfIt}</summary>
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
        {best !== null && (
          <p class="goal">
            {firsts && <strong>{firsts} </strong>}
            {nextGoal(state.score, best)}
          </p>
        )}
        {model.engineGame && (
          <button type="button" class="plain" onClick={watch}>
            {game.replay}
          </button>
        )}
      </details>
    </section>
  );
}

/** Returns true if the best tile is in the upper half of the board, which stays free then. */
function isInUpperHalf({ view, faces }: GameModel, top: string | null): boolean {
  const row = view.cells.findIndex((cells) =>
    cells.some(({ face }) => face >= 0 && faces.face(face).text === top),
  );
  return row >= 0 && row < view.rows / 2;
}

/** The board in small; a click saves its picture. */
function Picture({ model }: { model: GameModel }) {
  const { engineGame } = model;
  const svg = usePromised(async () => (await engineGame?.ask("picture")) ?? "", [engineGame])?.value;
  // Very large boards have none.
  if (!svg) return null;
  return (
    <button
      type="button"
      class="plain outcome-picture"
      aria-label={game.picture}
      title={game.picture}
      onClick={() => void picture(model)}
    >
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
    </button>
  );
}

/** The way to another mode: one like this, if there is one that was not played yet. */
function NextIdea({ model }: { model: GameModel }) {
  const modes = usePromised(catalogue, [])?.value;
  // Games of before merges were noted; without a database there are none.
  const played = usePromised(async () => everyMode().catch(() => []), [])?.value;
  const { facts, seed } = model;
  const isKnown = (name: string) =>
    metIn(name).length > 0 || played?.some(({ mode, games }) => mode === name && games > 0) === true;
  const next = modes && played && ideaAfter(facts.name, seed, modes, isKnown);
  if (!next) return null;
  return (
    <a class="button next-idea" href={fragmentOf({ view: "play", mode: next.name })} title={next.title}>
      {game.nextIdea(next.title)}
    </a>
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
function useGlow(model: GameModel, top: string | null): void {
  useLayoutEffect(() => {
    const { element } = BoardController.of(model);
    const best = [...element.querySelectorAll(".cell")].find((cell) => cell.ariaLabel === top);
    element.classList.add("ended");
    best?.classList.add("top-tile");
    return () => {
      element.classList.remove("ended");
      best?.classList.remove("top-tile");
    };
  }, [model, top]);
}
