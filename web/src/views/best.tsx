// The best score in the mode that is played.

import { useEffect, useState } from "preact/hooks";
import type { Room } from "../game/room";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import { modeRecord } from "../store/database";

export function Best({ room, table }: { room: Room; table: Table }) {
  // By rules: a changed mode has a best score of its own.
  const [best, setBest] = useState<ReadonlyMap<string, number>>(new Map());
  const [sum, setSum] = useState("");
  const { state } = table;
  const engineGame = table.engineGame;
  const atLeast = (sum: string, score: number) =>
    setBest((known) => new Map(known).set(sum, Math.max(known.get(sum) ?? 0, score)));
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const sum = await room.sum();
      if (!wanted) return;
      setSum(sum);
      const record = await modeRecord(sum);
      if (wanted) atLeast(sum, record?.best ?? 0);
    };
    load().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [table, engineGame]);
  // Of a game that is left now: the database may not know it yet.
  useEffect(() => () => atLeast(sum, table.state.score), [table, sum]);
  const most = Math.max(best.get(sum) ?? 0, state.score);
  if (most <= 0) return null;
  return (
    <p class="best">
      Best <strong>{shown(most)}</strong>
    </p>
  );
}
