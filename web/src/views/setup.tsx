// A position that is set up by hand: a board, the tiles to put on it, and what
// can be done with it. A script of its own, fetched when it is asked for.

import { setup as texts } from "virtual:texts/setup";
import { site } from "virtual:texts/site";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Position } from "../engine/position";
import type { RemoteGame } from "../engine/remote";
import type { Drafting, Verdict } from "../engine/setup";
import type { Content } from "../engine/types";
import type { GameController } from "../game/controller";
import { drawnSeed } from "../game/seed";
import { go } from "../route";
import styles from "../style/setup.css?inline";
import { messageOf } from "../summary";
import { addStyles } from "./fetched";
import { useIsOpen, usePromised } from "./hooks";
import { Page } from "./page";
import { Palette } from "./palette";
import { Failure, Problem } from "./problem";
import { SetupBoard } from "./setupboard";
import { AdviceOn, Offers } from "./within";

addStyles(styles);

/** A link as it is sent: a short one, where a service keeps it. */
const shortened = async (link: string) => (await import("../scores/short")).shortened(link);

/** Shows the board of the current game, to be changed. */
async function begun(controller: GameController): Promise<{ game: RemoteGame; drafting: Drafting }> {
  await controller.last();
  await controller.promote();
  const game = controller.model?.engineGame;
  if (!game) throw controller.trouble ?? new Error(site.onItsWay);
  const drafting = await game.ask("drafting");
  if (typeof drafting === "number") throw new Error(texts.tooLarge(drafting));
  return { game, drafting };
}

export function SetupView({ controller }: { controller: GameController }) {
  const found = usePromised(() => begun(controller), [controller]);
  return (
    <Page title={texts.title} beside={found?.value && <p>{controller.model?.facts.title}</p>}>
      <Failure of={found} />
      {found?.value && <Setup controller={controller} {...found.value} />}
      {!found && (
        <p class="waiting" role="status">
          {site.moment}
        </p>
      )}
    </Page>
  );
}

/** Milliseconds without a change before a position is judged. */
const DELAY = 150;

/** Verdicts on positions where no game can begin. */
const FAILING: readonly Verdict[] = ["badScore", "noTile", "stuck"];

/** A verdict in words. */
interface Judged {
  text: string;
  isFailing: boolean;
}

/** Returns the verdict on a position in words; `null` until it is known. */
function useVerdict(game: RemoteGame, position: Position): Judged | null {
  const [verdict, setVerdict] = useState<Judged | null>(null);
  useEffect(() => {
    let wanted = true;
    const say = (verdict: Judged) => wanted && setVerdict(verdict);
    const timer = setTimeout(() => {
      game.ask("judge", position).then(
        (verdict) => say({ text: texts[verdict], isFailing: FAILING.includes(verdict) }),
        (error: unknown) => say({ text: messageOf(error), isFailing: true }),
      );
    }, DELAY);
    return () => {
      wanted = false;
      clearTimeout(timer);
      setVerdict(null);
    };
  }, [game, position]);
  return verdict;
}

interface Properties {
  controller: GameController;
  game: RemoteGame;
  drafting: Drafting;
}

function Setup({ controller, game, drafting }: Properties) {
  const [cells, setCells] = useState(drafting.cells);
  const [score, setScore] = useState(`${drafting.score}`);
  const [past, setPast] = useState<Content[][][]>([]);
  const [chosen, choose] = useState<Content>(drafting.pieces[0]?.content ?? "@Empty");
  const [problem, setProblem] = useState("");
  const position = useMemo(() => ({ cells, score: score.trim() ? Number(score) : 0 }), [cells, score]);
  const verdict = useVerdict(game, position);
  const isPlayable = verdict?.isFailing === false;

  /** Shows another board, from which the one before can come back. */
  const change = (next: Content[][]) => {
    setPast((past) => [...past, cells]);
    setCells(next);
  };
  const back = () => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setCells(last);
  };
  const isOpen = useIsOpen();
  const begin = async () => {
    setProblem("");
    try {
      const { playFrom } = await import("../game/position");
      const begun = await game.open("startFrom", position, drawnSeed());
      if (!isOpen()) return begun.close();
      await playFrom(controller, begun);
      if (controller.id && isOpen()) go({ view: "game", id: controller.id });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div class="setup">
      <SetupBoard drafting={drafting} cells={cells} chosen={chosen} change={change} extend={setCells} />
      <div class="setup-side">
        <Palette drafting={drafting} chosen={chosen} choose={choose} />
        <div class="buttons">
          <button type="button" disabled={past.length === 0} onClick={back}>
            {site.undo}
          </button>
          <button type="button" onClick={() => change(drafting.empty)}>
            {texts.clear}
          </button>
          <button type="button" onClick={() => change(drafting.cells)}>
            {texts.asInGame}
          </button>
        </div>
        <label class="setup-score">
          {texts.score}
          <input
            type="text"
            inputMode="numeric"
            autocomplete="off"
            value={score}
            onInput={(event) => setScore(event.currentTarget.value)}
          />
        </label>
        <p class={verdict?.isFailing ? "problem" : "setup-note"} role="status">
          {verdict?.text}
        </p>
        <div class="buttons">
          <button type="button" class="primary" disabled={!isPlayable} onClick={() => void begin()}>
            {texts.play}
          </button>
        </div>
        <Problem text={problem} alert />
        {isPlayable && <Uses key={JSON.stringify(position)} game={game} position={position} />}
      </div>
    </div>
  );
}

/** Offers what can be done with a position without playing it. */
function Uses({ game, position }: { game: RemoteGame; position: Position }) {
  const offer = {
    name: texts.link,
    help: texts.linkAbout,
    text: async () => shortened(await (await import("../game/position")).linkToPosition(game, position)),
  };
  return (
    <>
      <AdviceOn game={game} position={position} />
      <Offers offers={[offer]} />
    </>
  );
}
