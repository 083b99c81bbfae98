// The editor of mode files, as far as it is there with the page: one can write.
// What checks, offers and explains comes later (tools.ts).

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Problem } from "../engine/types";
import { workshop } from "../texts/en/workshop";
import type { Typed } from "./first";
import { language } from "./language";

/** The tools that an editor gets after it is there. */
export interface Tools {
  extension: Extension;
  /** Has the file checked now. */
  recheck(view: EditorView): void;
}

export class Editor {
  private readonly view: EditorView;
  private readonly later = new Compartment();
  private tools: Tools | null = null;

  constructor(host: HTMLElement, text: string, changed: () => void) {
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          // Its keys come before the others.
          this.later.of([]),
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("  "),
          bracketMatching(),
          highlightActiveLine(),
          language,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-label": workshop.file,
            spellcheck: "false",
            tabindex: "0",
          }),
          EditorView.updateListener.of((update) => update.docChanged && changed()),
          // Tab leaves the editor, as everywhere on a page.
          keymap.of([...defaultKeymap, ...historyKeymap]),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.tools?.recheck(this.view);
  }

  /** Goes on with what was written elsewhere. */
  take({ text, from, to, hasFocus, top }: Typed): void {
    const { doc } = this.view.state;
    if (text !== doc.toString())
      this.view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        userEvent: "input",
      });
    this.view.dispatch({ selection: { anchor: from, head: to } });
    if (hasFocus) this.view.focus();
    this.view.scrollDOM.scrollTop = top;
  }

  /** Gives the editor tools, in place of those that it had. */
  equip(tools: Tools): void {
    this.tools = tools;
    this.view.dispatch({ effects: this.later.reconfigure(tools.extension) });
    tools.recheck(this.view);
  }

  /** Goes to a problem. */
  show({ from = 0, to = from }: Problem): void {
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
