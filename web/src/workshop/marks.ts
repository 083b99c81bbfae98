// Decorations that the engine knows, which stay where they are until it gives others.

import { StateEffect, type StateEffectType, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

export interface Marks {
  /** Puts others in their place. */
  set: StateEffectType<DecorationSet>;
  field: StateField<DecorationSet>;
}

export function markField(): Marks {
  const set = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      const found = transaction.effects.find((effect) => effect.is(set));
      return found ? found.value : shown.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return { set, field };
}
