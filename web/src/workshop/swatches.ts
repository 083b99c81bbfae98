// Colours in mode files, shown before they are told: a click on one chooses another.

import { workshop } from "virtual:texts/workshop";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";

/** Texts such as "#f0c040", "#fc4" and "#f0c04080". */
const COLOUR = /"#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3})"/gi;

/** A colour as the browser's own field for colours takes it: six digits, without opacity. */
export function sixDigits(colour: string): string {
  const digits = colour.slice(1);
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits.slice(0, 6);
  return `#${six.toLowerCase()}`;
}

class Swatch extends WidgetType {
  constructor(private readonly colour: string) {
    super();
  }

  override eq({ colour }: Swatch): boolean {
    return colour === this.colour;
  }

  toDOM(view: EditorView): HTMLElement {
    const field = document.createElement("input");
    field.type = "color";
    field.className = "swatch";
    // Keys write the colour as text: each of these would be one more stop in the editor.
    field.tabIndex = -1;
    this.updateDOM(field);
    field.addEventListener("input", () => {
      const from = view.posAtDOM(field);
      const [, digits = ""] = /^#([\da-f]*)/i.exec(view.state.sliceDoc(from, from + 9)) ?? [];
      const opacity = digits.length === 8 ? digits.slice(6) : "";
      view.dispatch({
        changes: { from, to: from + 1 + digits.length, insert: field.value + opacity },
        userEvent: "input",
      });
    });
    return field;
  }

  /** The field stays while a colour is chosen in it. */
  override updateDOM(field: HTMLElement): boolean {
    if (!(field instanceof HTMLInputElement)) return false;
    field.value = sixDigits(this.colour);
    field.ariaLabel = workshop.colour(this.colour);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const decorator = new MatchDecorator({
  regexp: COLOUR,
  decorate(add, from, to, [text]) {
    const widget = new Swatch(text.slice(1, -1));
    add(from, to, Decoration.mark({ class: "colour-text" }));
    add(from + 1, from + 1, Decoration.widget({ widget, side: -1 }));
  },
});

export const swatches = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
