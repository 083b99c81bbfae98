// The board that a new game would begin with.

import type { Mode } from "polymerge";
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import { messageOf } from "../game/summary";
import { changeOf, type Wish } from "./wish";

/** Milliseconds without a change before the picture is drawn. */
const DELAY = 120;

/** The seed of the picture, if none was chosen. */
const SEED = "2048";

type Look = { picture: string; about: string } | { problem: string };

function look({ Game }: Engine, mode: Mode, wish: Wish): Look {
  try {
    const change = changeOf(wish);
    const changed = change ? mode.change(change) : mode;
    const game = Game.start(changed, { seed: wish.seed.trim() || SEED, now: 0 });
    const { rows, columns } = game.state();
    const cells = changed.info.hexagonal ? "hexagons" : `${columns} columns`;
    const about = `${rows} rows, ${cells}, ${changed.directions.length} directions`;
    const picture = `data:image/svg+xml,${encodeURIComponent(game.boardSvg(0))}`;
    game.free();
    if (changed !== mode) changed.free();
    return { picture, about };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

export function Preview({ engine, mode, wish }: { engine: Engine; mode: Mode; wish: Wish }) {
  const [shown, setShown] = useState<Look | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(look(engine, mode, wish)), DELAY);
    return () => clearTimeout(timer);
  }, [engine, mode, wish]);
  return (
    <div class="new-preview">
      {shown && "picture" in shown && <img src={shown.picture} alt="The board as it will be" />}
      <p role="status" class={shown && "problem" in shown ? "problem" : ""}>
        {shown && ("problem" in shown ? shown.problem : shown.about)}
      </p>
    </div>
  );
}
