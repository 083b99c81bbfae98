// What stands under the pointer, and which value of a function is being written.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { hoverTooltip, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Signature } from "polymerge/author";
import { type Assistant, about } from "./assistant";
import { rendered } from "./markdown";

/** The meaning of what one points at. */
export function meanings({ author }: Assistant): Extension {
  return hoverTooltip(async (view, position) => {
    const hover = await about(view, (text) => author.ask("hover", text, position));
    if (!hover) return null;
    return { pos: hover.from, end: hover.to, above: true, create: () => ({ dom: rendered(hover.text) }) };
  });
}

const setSignature = StateEffect.define<Tooltip | null>();

const signatureField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setSignature));
    if (set) return set.value;
    return shown && { ...shown, pos: transaction.changes.mapPos(shown.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf({ label, from, to }: Signature, pos: number): Tooltip {
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "signature";
    const active = document.createElement("b");
    active.textContent = label.slice(from, to);
    dom.append(label.slice(0, from), active, label.slice(to));
    return { dom };
  };
  return { pos, above: true, create };
}

/** Milliseconds without typing before the values of a function are shown. */
const DELAY = 150;

/** The values of the function within whose brackets the cursor stands, while one writes. */
export function signatures({ author }: Assistant): Extension {
  const plugin = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const { head } = view.state.selection.main;
      const found = await about(view, (text) => author.ask("signature", text, head));
      if (view.state.selection.main.head !== head) return;
      const shown = view.state.field(signatureField);
      if (found || shown) view.dispatch({ effects: setSignature.of(found ? tooltipOf(found, head) : null) });
    };
    return {
      update({ docChanged, selectionSet, state, transactions }: ViewUpdate) {
        const isTyped = transactions.some((transaction) => transaction.isUserEvent("input"));
        // A cursor that only passes asks for nothing, but ends what is shown.
        if (!isTyped && !(selectionSet && state.field(signatureField)) && !docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(ask, DELAY);
      },
      destroy: () => clearTimeout(timer),
    };
  });
  return [signatureField, plugin];
}
