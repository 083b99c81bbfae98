// What expressions of the mode have printed with `output`, the last line first.

import { workshop } from "virtual:texts/workshop";
import { useLayoutEffect, useState } from "preact/hooks";
import type { GameModel } from "../game/model";
import { flat } from "../summary";

/** No more lines are kept than these. */
const MOST = 100;

interface Line {
  moves: number;
  text: string;
}

export function Printed({ model }: { model: GameModel }) {
  const [lines, setLines] = useState<Line[]>([]);
  useLayoutEffect(
    () =>
      model.watch((change) => {
        if (change.kind !== "turn") return;
        const { moves } = model.state;
        const texts = [...flat(change.turn.events)].flatMap((event) =>
          event.kind === "output" ? [event.text] : [],
        );
        if (texts.length > 0)
          setLines((before) =>
            [...texts.reverse().map((text) => ({ moves, text })), ...before].slice(0, MOST),
          );
      }),
    [model],
  );
  if (lines.length === 0) return null;
  return (
    <section class="printed" aria-label={workshop.printed}>
      <h3>{workshop.printed}</h3>
      <div role="log" lang="en">
        {lines.map(({ moves, text }, index) => (
          <p key={lines.length - index}>
            <span>{moves}</span> <code>{text}</code>
          </p>
        ))}
      </div>
      <button type="button" onClick={() => setLines([])}>
        {workshop.clear}
      </button>
    </section>
  );
}
