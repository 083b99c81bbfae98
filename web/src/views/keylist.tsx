// What keys do in a game.

import type { Table } from "../game/table";

export function KeyList({ table }: { table: Table }) {
  return (
    <dl class="keys">
      {table.keymap.help(table.ways).map(([keys, what]) => (
        <div key={what}>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
