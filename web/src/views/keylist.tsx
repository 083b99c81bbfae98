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

/** All ways to play, in words. */
export function KeyHelp({ table }: { table: Table }) {
  return (
    <>
      <KeyList table={table} />
      <p>
        On a touch screen or with the mouse, swipe over the board in any direction. Where two directions lie
        behind one another, two fingers mean the farther one.
      </p>
      {table.facts.clickable && (
        <p>
          Tiles can be clicked: by mouse or finger, or with Tab to the board, arrows to a tile, and Enter.
          Escape gives the arrows back to the game.
        </p>
      )}
    </>
  );
}
