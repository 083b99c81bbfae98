// What keys do in a game.

import { keys } from "virtual:texts/keys";
import type { GameModel } from "../game/model";
import { helpOf } from "../input/keyhelp";

export function KeyList({ model }: { model: GameModel }) {
  return (
    <dl class="keys">
      {helpOf(model.keymap, model.ways).map(([keys, what]) => (
        <div key={what}>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

/** All ways to play, in words. */
export function KeyHelp({ model }: { model: GameModel }) {
  return (
    <>
      <KeyList model={model} />
      <p>{keys.swipes}</p>
      {model.facts.clickable && <p>{keys.clicks}</p>}
      <p>{keys.gamepad}</p>
    </>
  );
}
