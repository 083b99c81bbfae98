// The best score in the mode that is played.

import { useEffect, useState } from "preact/hooks";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import { modeRecord } from "../store/database";

export function Best({ table }: { table: Table }) {
  const [best, setBest] = useState(0);
  const { name, title } = table.facts;
  useEffect(() => {
    let wanted = true;
    setBest(0);
    modeRecord(name || title).then(
      (record) => wanted && setBest((known) => Math.max(known, record?.best ?? 0)),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [name, title]);
  // Of a game that is left now: the database may not know it yet.
  useEffect(() => () => setBest((known) => Math.max(known, table.state.score)), [table]);
  const most = Math.max(best, table.state.score);
  if (most <= 0) return null;
  return (
    <p class="best">
      Best <strong>{shown(most)}</strong>
    </p>
  );
}
