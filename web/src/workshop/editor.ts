// The editor of mode files: what is wrong is underlined as one types, keys and
// operators are offered and explained.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { OperatorInfo, Problem } from "../engine/types";
import { aboutPlace, completions } from "./complete";
import { language } from "./language";
import { ModeSchema } from "./schema";

/** Milliseconds without typing before the file is checked. */
const DELAY = 250;

export interface EditorEvents {
  /** The text has changed. */
  changed(text: string): void;
  /** The text was checked; without errors it can be played. */
  checked(text: string, problems: Problem[]): void;
}

/** What the editor knows of mode files. */
export interface Language {
  schema: string;
  operators: OperatorInfo[];
  /** What is wrong with a file. */
  check(text: string): Promise<Problem[]>;
}

export class Editor {
  private readonly view: EditorView;
  private readonly comparison = new Compartment();

  constructor(host: HTMLElement, text: string, known: Language, events: EditorEvents) {
    const schema = new ModeSchema(known.schema);
    const { operators } = known;
    const byName = new Map(operators.map((operator) => [operator.name, operator]));
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("  "),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          language,
          this.comparison.of([]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Mode file", spellcheck: "false", tabindex: "0" }),
          autocompletion({ override: [completions(schema, operators)], maxRenderedOptions: 60 }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) events.changed(update.state.doc.toString());
          }),
          lintGutter(),
          linter(
            async (view) => {
              const text = view.state.doc.toString();
              const problems = await known.check(text);
              // What is written meanwhile is checked for itself.
              if (text === view.state.doc.toString()) events.checked(text, problems);
              return problems.map((problem) => diagnosticOf(problem, text.length));
            },
            { delay: DELAY },
          ),
          hoverTooltip((view, position) => {
            const about = aboutPlace(view.state.doc.toString(), position, schema, byName);
            return about && { pos: about.from, end: about.to, create: () => ({ dom: tooltip(about) }) };
          }),
          // Tab leaves the editor, as everywhere on a page.
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
        ],
      }),
    });
    forceLinting(this.view);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    forceLinting(this.view);
  }

  /** Shows what differs from another file, or no longer does. */
  compare(original: string | null): void {
    const shown = original === null ? [] : unifiedMergeView({ original, mergeControls: false });
    this.view.dispatch({ effects: this.comparison.reconfigure(shown) });
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

function diagnosticOf({ severity, message, help, from, to }: Problem, length: number): Diagnostic {
  const start = Math.min(from ?? 0, length);
  const end = Math.min(to ?? start, length);
  return { from: start, to: Math.max(start, end), severity, message: help ? `${message}\n${help}` : message };
}

function tooltip({ title, text }: { title: string; text: string }): HTMLElement {
  const box = document.createElement("div");
  box.className = "about-place";
  const name = box.appendChild(document.createElement("strong"));
  name.textContent = title;
  const body = box.appendChild(document.createElement("p"));
  body.textContent = text;
  return box;
}
