// The rules of a mode, to be opened.

import { createElement } from "preact";
import { useState } from "preact/hooks";
import type { RulesLine } from "../engine/types";
import type { Table } from "../game/table";

export function Rules({ table }: { table: Table }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="rules" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Rules</summary>
      {open && <Lines lines={table.rules()} />}
    </details>
  );
}

function Lines({ lines }: { lines: readonly RulesLine[] }) {
  // Headlines follow that of the page without a gap, whatever sizes the mode uses.
  const sizes = [...new Set(lines.map((line) => line.level))].filter((level) => level > 0).sort();
  const tag = ({ level }: RulesLine) => (level > 0 ? `h${Math.min(6, sizes.indexOf(level) + 2)}` : "p");
  return (
    <>
      {lines.map((line, index) =>
        // The engine writes this markup: styles and escaped text.
        createElement(tag(line), { key: index, dangerouslySetInnerHTML: { __html: line.html } }),
      )}
    </>
  );
}
