// The board of a table.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../board/announcer";
import { Arena } from "../board/arena";
import type { Table } from "../game/table";

/** `running`: whether the clock of the game goes on, if it has one. */
export function BoardOf({ table, running = true }: { table: Table; running?: boolean }) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const arena = Arena.of(table);
    arena.enter(current);
    const silence = announce(table, current);
    return () => {
      silence();
      arena.close();
      current.replaceChildren();
    };
  }, [table]);

  useEffect(() => {
    if (table.facts.interval === undefined || !running) return;
    table.wake();
    const timer = setInterval(() => table.tick(), table.facts.interval);
    return () => {
      clearInterval(timer);
      table.rest();
    };
  }, [table, running]);

  return <div ref={element} class="arena" translate={false} />;
}
