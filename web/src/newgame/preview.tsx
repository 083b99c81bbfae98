// The board that a new game would begin with.

import { newgame as texts } from "virtual:texts/newgame";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RemoteGame } from "../engine/remote";
import { messageOf } from "../summary";
import { changeOf, type Refused, type Selection } from "./selection";

/** Milliseconds without a change before the picture is drawn. */
const DELAY = 120;

/** The seed of the picture, if none was chosen. */
const SEED = "2048";

type Look = { picture: string; about: string } | { problem: Refused };

async function look(game: RemoteGame, selection: Selection): Promise<Look> {
  try {
    const seed = selection.seed.trim() || SEED;
    const { rows, columns, directions, info, picture } = await game.ask("preview", {
      seed,
      change: changeOf(selection),
    });
    const about = info.hexagonal
      ? texts.hexagons({ rows, directions })
      : texts.columns({ rows, columns, directions });
    if (!picture) return { picture: "", about: texts.tooLarge(about) };
    return { picture: `data:image/svg+xml,${encodeURIComponent(picture)}`, about };
  } catch (error) {
    const said = messageOf(error);
    return { problem: { said, message: error instanceof Error ? error.message : said } };
  }
}

interface Properties {
  game: RemoteGame;
  selection: Selection;
  /** Gets the reason why there is no such game; `null` if there is one. */
  refused: (problem: Refused | null) => void;
}

export function Preview({ game, selection, refused }: Properties) {
  const [shown, setShown] = useState<Look | null>(null);
  // One at a time: of selections that come while the engine draws, the last is drawn.
  const drawn = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    let wanted = true;
    const draw = async () => {
      await drawn.current;
      if (!wanted) return;
      const made = await look(game, selection);
      if (!wanted) return;
      setShown(made);
      refused("problem" in made ? made.problem : null);
    };
    const timer = setTimeout(() => {
      drawn.current = draw();
    }, DELAY);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [game, selection]);
  return (
    <div class="new-preview">
      {shown && "picture" in shown && shown.picture && <img src={shown.picture} alt={texts.board} />}
      <p role="status" class={shown && "problem" in shown ? "problem" : ""}>
        {shown && ("problem" in shown ? shown.problem.said : shown.about)}
      </p>
    </div>
  );
}
