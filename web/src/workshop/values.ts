// The values that formulas have on the board beside the editor, at the ends of their lines.

import type { Text } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import type { FormulaValue } from "polymerge/author";
import { markField } from "./marks";

/** Longer values are cut, in letters. */
const LONGEST = 40;

class ValueWidget extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq({ text }: ValueWidget): boolean {
    return text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "formula-value";
    element.textContent = `→ ${this.text}`;
    return element;
  }
}

const shown = markField();
export const values = shown.field;

/** Returns the text at the end of each line with values, by the number of the line. */
export function lineValues(found: readonly FormulaValue[], doc: Text): Map<number, string> {
  const lines = new Map<number, string>();
  for (const { to, value } of found) {
    // A formula without a value there is about another place.
    if (value === undefined || to > doc.length) continue;
    const { number } = doc.lineAt(to);
    const cut = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    const before = lines.get(number);
    lines.set(number, before === undefined ? cut : `${before} · ${cut}`);
  }
  return lines;
}

/** Shows values in an editor, in place of those before. */
export function showValues(view: EditorView, found: readonly FormulaValue[]): void {
  const { doc } = view.state;
  const marks = [...lineValues(found, doc)].map(([line, text]) =>
    Decoration.widget({ widget: new ValueWidget(text), side: 1 }).range(doc.line(line).to),
  );
  view.dispatch({ effects: shown.set.of(Decoration.set(marks, true)) });
}
