// Rows with a headline for each column; the whole scrolls sideways where it has no room.

import type { ComponentChildren } from "preact";

interface Properties {
  /** Its name, for screen readers. */
  name: string;
  columns: readonly string[];
  kind?: string;
  /** The rows. */
  children: ComponentChildren;
}

export function Listing({ name, columns, kind, children }: Properties) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section class="scroller" tabIndex={0} aria-label={name}>
      <table class={kind}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
