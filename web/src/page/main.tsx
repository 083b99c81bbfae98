// A page of a single mode: it carries the mode and the engine, needs no server and
// keeps its game. `polymerge export` puts a mode into it.

import { board as boardTexts } from "virtual:texts/board";
import { game as texts } from "virtual:texts/game";
import { page } from "virtual:texts/page";
import { site } from "virtual:texts/site";
import { render } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { extent } from "../board/extent";
import { engine } from "../engine/load";
import { GameModel } from "../game/model";
import { drawnSeed } from "../game/seed";
import { listen } from "../input/keyboard";
import { wanted } from "../store/wanted";
import { messageOf, shown } from "../summary";
import { filled } from "../texts/filled";
import { inEnglish, settled } from "../texts/language";
import { Advice } from "../views/advice";
import { BoardOf } from "../views/board";
import { Fade } from "../views/fade";
import { useHints } from "../views/hints";
import { useModel } from "../views/hooks";
import { KeyList } from "../views/keylist";
import { Pad } from "../views/pad";
import { Rules } from "../views/rules";
import { NextTiles, StatBoxes } from "../views/statboxes";
import { type Carried, carriedMode } from "./carried";
import { keep, kept, noteUnkept, setAside, type Trouble, troubleNow } from "./kept";
import "./page.css";

/** Puts a mode into this page, where it lies. */
const COMMAND = "polymerge export my-mode.jsonc --page . -o game.html";

/** The game that was kept, or a new one. */
async function opened({ file, digest }: Carried): Promise<GameModel> {
  const loaded = await engine();
  const before = kept(digest);
  if (before) {
    const resumed = await loaded.ask("resume", before).catch(() => null);
    if (!resumed) setAside(digest);
    if (resumed) return GameModel.of(loaded.game(resumed), { time: before.time });
  }
  return GameModel.of(loaded.game(await loaded.ask("openFile", file, drawnSeed())));
}

/** Keeps the game soon after every change. Gives the best score so far, and what is to be said of that. */
function useKeeping(model: GameModel, digest: string): { best: number; trouble: Trouble } {
  const [best, setBest] = useState(() => kept(digest)?.best ?? 0);
  const [trouble, setTrouble] = useState(troubleNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = async () => {
      const most = Math.max(kept(digest)?.best ?? 0, model.state.score);
      setBest(most);
      const saved = await model.engineGame?.save();
      if (!saved) return;
      keep(digest, { ...saved, best: most, time: model.time });
      setTrouble(troubleNow());
    };
    const unwatch = model.watch(({ kind }) => {
      if (kind === "waiting") return;
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          void write().catch(() => {
            noteUnkept();
            setTrouble(troubleNow());
          }),
        300,
      );
    });
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, [model, digest]);
  return { best, trouble };
}

function Play({ mode, first }: { mode: Carried; first: GameModel }) {
  const [model, setModel] = useState(first);
  const [hints, isAdvised, ask] = useHints(model);
  const [help, setHelp] = useState(false);
  useModel(model);
  const { best, trouble } = useKeeping(model, mode.digest);
  const again = (seed = drawnSeed()) =>
    model.inTurn(async (old) => {
      const game = await old.engineGame?.open("again", seed);
      if (!game) return;
      const next = GameModel.of(game);
      next.follow(old);
      setModel(next);
      old.close();
    });
  // Keys count from the first frame on.
  useLayoutEffect(
    () =>
      listen(model, {
        undo: () => model.undo(),
        redo: () => model.redo(),
        new: () => again(),
        again: () => again(model.seed),
        continue: () => model.playOn(),
        hint: () => ask("hint"),
        auto: () => ask("auto"),
        help: () => setHelp((open) => !open),
        modes: () => {},
      }),
    [model],
  );
  const { view, state, faces } = model;
  const { opacities } = view;
  const boxes = { view, faces, click: (index: number) => model.clickStatBox(index) };
  return (
    <main class="game" id="main">
      <div class="game-column" style={extent(view)}>
        <div class="game-head">
          <h1>{mode.title || "2048"}</h1>
          <p class="best">
            {boardTexts.best} <strong translate={false}>{shown(best)}</strong>
          </p>
        </div>
        <Fade opacity={opacities.statBoxesAbove}>
          <StatBoxes {...boxes} below={false} />
        </Fade>
        {view.nextTiles.length > 0 && (
          <Fade opacity={opacities.nextTiles}>
            <NextTiles view={view} faces={faces} />
          </Fade>
        )}
        <div class="arena-frame">
          <Fade opacity={opacities.grid}>
            <BoardOf model={model} />
          </Fade>
          <Ended model={model} again={() => again()} />
        </div>
        <Fade opacity={opacities.statBoxesBelow}>
          <StatBoxes {...boxes} below={true} />
        </Fade>
        <div class="buttons" role="toolbar" aria-label={texts.toolbar}>
          <button type="button" class="primary" onClick={() => again()}>
            {texts.newGame}
          </button>
          <button type="button" aria-disabled={!state.canUndo} onClick={() => model.undo()}>
            {texts.undo}
          </button>
          <button type="button" aria-disabled={!state.canRedo} onClick={() => model.redo()}>
            {texts.redo}
          </button>
          <button type="button" onClick={() => ask("hint")}>
            {texts.hint}
          </button>
        </div>
        {isAdvised && <Advice model={model} link={hints} />}
        <p role="status">{trouble && page[trouble]}</p>
      </div>
      {model.ways.length > 4 && opacities.directionButtons !== null && (
        <Pad ways={model.ways} available={state.available} press={(way) => model.press(way)} />
      )}
      <div class="about">
        {mode.about && <p {...inEnglish()}>{mode.about}</p>}
        {mode.credits && (
          <p class="credits" {...inEnglish()}>
            {mode.credits}
          </p>
        )}
        <Rules model={model} />
        <details class="rules" open={help} onToggle={(event) => setHelp(event.currentTarget.open)}>
          <summary>{texts.keys}</summary>
          <KeyList model={model} />
        </details>
        <p class="credits">
          {filled(page.file, {
            file: (
              <a
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(mode.file)}`}
                download={`${mode.title || "mode"}.jsonc`}
              >
                {page.fileName}
              </a>
            ),
          })}
        </p>
      </div>
    </main>
  );
}

function Ended({ model, again }: { model: GameModel; again: () => void }) {
  const { state } = model;
  if (state.screen === "play") return null;
  const won = state.screen === "win";
  return (
    <div class={won ? "outcome won" : "outcome"} role="status">
      <p class="outcome-word">{won ? texts.youWin : texts.gameOver}</p>
      <p>{page.result({ points: shown(state.score), moves: shown(state.moves) })}</p>
      <div class="buttons">
        {state.canPlayOn && (
          <button type="button" class="primary" onClick={() => model.playOn()}>
            {texts.playOn}
          </button>
        )}
        <button type="button" class={state.canPlayOn ? "" : "primary"} onClick={again}>
          {texts.newGame}
        </button>
      </div>
    </div>
  );
}

function Page() {
  const [mode] = useState(carriedMode);
  const [model, setModel] = useState<GameModel | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (mode) opened(mode).then(setModel, (error: unknown) => setProblem(messageOf(error)));
  }, [mode]);
  if (mode && model) return <Play mode={mode} first={model} />;
  return (
    <main class="page narrow" id="main">
      <h1>{mode?.title || page.noMode}</h1>
      {problem && <p role="alert">{problem}</p>}
      {!mode && (
        <p>
          {filled(page.noModeAbout, {
            command: <code>{COMMAND}</code>,
          })}
        </p>
      )}
      {mode && !problem && <p role="status">{site.moment}</p>}
    </main>
  );
}

const root = document.getElementById("app");
if (root) {
  await settled(wanted());
  render(<Page />, root);
}
