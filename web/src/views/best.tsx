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
      (record) => wanted && setBest(record?.best ?? 0),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [name, title]);
  const most = Math.max(best, table.state.score);
  if (most <= 0) return null;
  return (
    <p class="best">
      Best <strong>{shown(most)}</strong>
    </p>
  );
}
