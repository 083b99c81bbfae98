// What is shown when the engine has worked at one thing for long: the page goes
// on, and a button stops the engine.

import { site } from "virtual:texts/site";
import { useEffect, useState } from "preact/hooks";
import { type Engine, onEngine } from "../engine/load";

export function Working() {
  const [slow, setSlow] = useState<Engine | null>(null);
  useEffect(() => {
    let unwatch = () => {};
    const leave = onEngine((engine) => {
      const look = () => setSlow(engine.slow ? engine : null);
      unwatch = engine.watch(look);
      look();
    });
    return () => {
      leave();
      unwatch();
    };
  }, []);
  return (
    <div class={slow ? "working" : "unseen"}>
      <span role="status">{slow && site.working}</span>
      {slow && (
        <button type="button" onClick={() => slow.stop()}>
          {site.stop}
        </button>
      )}
    </div>
  );
}
