// The editor of mode files, as far as it is there with the page: one can write.
// What checks, offers and explains comes later (tools.ts).

import { workshop } from "virtual:texts/workshop";
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
import type { FormulaValue, TextEdit } from "polymerge/author";
import type { Problem } from "../engine/types";
import type { Typed } from "./first";
import { language } from "./language";

/** The tools that an editor gets after it is there. */
export interface Tools {
  extension: Extension;
  /** Has the file checked now. */
  recheck(view: EditorView): void;
  /** Shows the values of formulas, in place of those before. */
  showValues(view: EditorView, values: readonly FormulaValue[]): void;
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

  /** The place of the cursor. */
  get at(): number {
    return this.view.state.selection.main.head;
  }

  /** Makes changes, which can be undone in one step. */
  edit(changes: readonly TextEdit[]): void {
    this.view.dispatch({ changes: [...changes], userEvent: "input" });
    this.view.focus();
  }

  /** Goes to a part of the text. */
  show({ from = 0, to = from }: Pick<Problem, "from" | "to">): void {
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }

  /** Goes to a line, from 1. */
  showLine(number: number): void {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(number, doc.lines));
    this.show({ from, to });
  }

  showValues(values: readonly FormulaValue[]): void {
    this.tools?.showValues(this.view, values);
  }

  close(): void {
    this.view.destroy();
  }
}
