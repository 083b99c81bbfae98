// The board of a table.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Arena } from "../board/arena";
import type { Table } from "../game/table";

export function BoardOf({ table }: { table: Table }) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const arena = Arena.of(table);
    if (element.current) arena.enter(element.current);
    return () => {
      arena.close();
      element.current?.replaceChildren();
    };
  }, [table]);

  useEffect(() => {
    if (table.facts.interval === undefined) return;
    const timer = setInterval(() => table.tick(), table.facts.interval);
    return () => clearInterval(timer);
  }, [table]);

  return <div ref={element} class="arena" />;
}
