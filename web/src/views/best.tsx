// The best score in the mode that is played.

import { board as texts } from "virtual:texts/board";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { legible } from "../board/contrast";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { helpOf } from "../game/result";
import { modeRecord } from "../store/database";
import { shown } from "../summary";
import { useRedrawAfterFrame } from "./hooks";

export function Best({ controller, model }: { controller: GameController; model: GameModel }) {
  // Best scores by the rules' name: a changed mode has one of its own.
  const [best, setBest] = useState<ReadonlyMap<string, number>>(new Map());
  const [sum, setSum] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  /** True if the score that was kept was reached with help. */
  const [wasHelped, setHelped] = useState(false);
  // The help itself is shown first.
  const redrawLater = useRedrawAfterFrame();
  useLayoutEffect(() => model.watch(({ kind }) => kind === "helped" && redrawLater()), [model]);
  const { state } = model;
  const engineGame = model.engineGame;
  const atLeast = (sum: string, score: number) =>
    setBest((known) => new Map(known).set(sum, Math.max(known.get(sum) ?? 0, score)));
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      // A board that waits for its game is that of a mode as it is.
      const sum = (await controller.sum()) || model.facts.name;
      if (!wanted) return;
      setSum(sum);
      const record = await modeRecord(sum);
      if (!wanted) return;
      setUnknown(false);
      atLeast(sum, record?.best ?? 0);
      setHelped(record?.bestHelped ?? false);
    };
    // What can't be read is not 0; why that is so is told on every view.
    load().catch(() => wanted && setUnknown(true));
    return () => {
      wanted = false;
    };
  }, [model, engineGame]);
  // Notes the score of a game that is left, before the next frame: the database may not have it yet.
  useLayoutEffect(() => () => atLeast(sum, model.state.score), [model, sum]);
  const most = Math.max(best.get(sum) ?? 0, state.score);
  const isOwn = state.score > (best.get(sum) ?? 0);
  const withHelp = isOwn ? helpOf(model.helped) !== "" : wasHelped && !isUnknown;
  const [box] = model.view.statBoxes;
  const color = box?.color ?? "var(--panel)";
  return (
    <div class="stat best" style={{ "--box": color }} title={withHelp ? texts.withHelp : undefined}>
      <span class="stat-title" style={{ "--on": legible(box?.titleColor ?? "", color) }}>
        {texts.best}
        {withHelp && (
          <>
            <span aria-hidden="true"> *</span>
            <span class="unseen">, {texts.withHelp}</span>
          </>
        )}
      </span>
      <span class="stat-value" translate={false} style={{ "--on": legible(box?.valueColor ?? "", color) }}>
        {isUnknown ? "–" : shown(Math.max(0, most))}
      </span>
    </div>
  );
}
