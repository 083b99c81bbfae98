// What may be written where the cursor is, with its meaning: the engine knows it.

import type { Completion, CompletionContext, CompletionSource } from "@codemirror/autocomplete";
import type { Completions } from "polymerge/author";
import type { Assistant } from "./assistant";
import { rendered } from "./markdown";

/** The likelier a kind of thing is meant, the further up it stands. */
const BOOST = { key: 30, choice: 30, name: 20, statement: 10, word: 5, function: 0 };

/** The last letter of a text that asks for completions: of a name, a quote, or the start of a word. */
const ASKS = /[\w"$@.]$/;

export function completions({ author }: Assistant): CompletionSource {
  return async (context: CompletionContext) => {
    const { state, pos } = context;
    const before = state.sliceDoc(Math.max(0, pos - 1), pos);
    if (!context.explicit && !ASKS.test(before)) return null;
    const text = state.doc.toString();
    const found = await author.ask("complete", text, pos).catch(() => null);
    if (!found || found.items.length === 0 || context.aborted) return null;
    const begun = state.sliceDoc(found.from, pos);
    return {
      from: found.from,
      options: optionsOf(found, begun, found.to - pos, (item) => author.ask("explain", text, pos, item)),
      // The engine offers what begins as the text does.
      validFor: (now) => now.startsWith(begun) && /^"?[\w$@-]*$/.test(now),
    };
  };
}

/** `begun`: what is written of it; `rest`: the letters behind the cursor that are replaced as well. */
export function optionsOf(
  { items }: Pick<Completions, "items">,
  begun: string,
  rest: number,
  explain: (item: number) => Promise<string>,
): Completion[] {
  return items.map(({ label, kind, detail, insert }, item) => ({
    // It is compared with what is written, quotes included.
    label: begun.startsWith('"') ? `"${label}` : label,
    displayLabel: label,
    type: kind,
    detail,
    apply: (view, _, from, to) =>
      view.dispatch({
        changes: { from, to: to + rest, insert },
        selection: { anchor: from + insert.length },
        userEvent: "input.complete",
      }),
    boost: BOOST[kind],
    info: async () => {
      const text = await explain(item).catch(() => "");
      return text ? { dom: rendered(text) } : null;
    },
  }));
}
