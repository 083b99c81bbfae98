// The look of formulas, and of the other places of the name at the cursor.

import type { Extension, Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Highlight } from "polymerge/author";
import { type Assistant, about } from "./assistant";
import { markField } from "./marks";

/** Milliseconds without typing before formulas are looked at. */
const DELAY = 120;

/** Asks when the text has changed, or the cursor moved; the last answer counts. */
function asking(ask: (view: EditorView) => Promise<void>, wants: (update: ViewUpdate) => boolean): Extension {
  return ViewPlugin.define((view) => {
    let timer = setTimeout(() => void ask(view), 0);
    return {
      update(update: ViewUpdate) {
        if (!wants(update)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void ask(view), DELAY);
      },
      destroy: () => clearTimeout(timer),
    };
  });
}

const parts = markField();

export function formulas({ author }: Assistant): Extension {
  const ask = async (view: EditorView) => {
    const found = await about(view, (text) => author.ask("highlight", text));
    if (found) view.dispatch({ effects: parts.set.of(decorationsOf(found, view.state.doc.length)) });
  };
  return [parts.field, asking(ask, ({ docChanged }) => docChanged)];
}

/** Marks of parts that are in their order. */
function decorationsOf(found: readonly Highlight[], length: number): DecorationSet {
  const marks = found.flatMap(({ from, to, style }): Range<Decoration>[] =>
    from < to && to <= length ? [Decoration.mark({ class: `formula-${style}` }).range(from, to)] : [],
  );
  return Decoration.set(marks, true);
}

const places = markField();

export function samePlaces({ author }: Assistant): Extension {
  const ask = async (view: EditorView) => {
    const { head } = view.state.selection.main;
    const found = await about(view, (text) => author.ask("references", text, head));
    if (!found || view.state.selection.main.head !== head) return;
    const marks = found
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => Decoration.mark({ class: "same-name" }).range(from, to));
    view.dispatch({ effects: places.set.of(Decoration.set(marks, true)) });
  };
  return [places.field, asking(ask, ({ docChanged, selectionSet }) => docChanged || selectionSet)];
}
