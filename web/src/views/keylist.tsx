// What keys do in a game.

import type { Table } from "../game/table";
import { helpOf } from "../input/keyhelp";
import { keys } from "../texts/en/keys";

export function KeyList({ table }: { table: Table }) {
  return (
    <dl class="keys">
      {helpOf(table.keymap, table.ways).map(([keys, what]) => (
        <div key={what}>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

/** All ways to play, in words. */
export function KeyHelp({ table }: { table: Table }) {
  return (
    <>
      <KeyList table={table} />
      <p>{keys.swipes}</p>
      {table.facts.clickable && <p>{keys.clicks}</p>}
    </>
  );
}
