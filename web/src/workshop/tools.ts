// What the editor has beside writing: what is wrong is underlined as one types,
// keys and operators are offered and explained, colours are shown.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, keymap } from "@codemirror/view";
import schemaText from "../../../modes/mode.schema.json?raw";
import type { OperatorInfo, Problem } from "../engine/types";
import { aboutPlace, completions } from "./complete";
import type { Tools } from "./editor";
import { ModeSchema } from "./schema";
import { swatches } from "./swatches";

/** Milliseconds without typing before the file is checked. */
const DELAY = 250;

/** The part of the tools that the engine adds. */
export interface Checker {
  operators: readonly OperatorInfo[];
  /** Returns the problems of a file. */
  check(text: string): Promise<Problem[]>;
  /** The text was checked; without errors it can be played. */
  checked(text: string, problems: Problem[]): void;
}

const schema = new ModeSchema(schemaText);

/** The tools of an editor; those that need no engine as long as there is none. */
export function toolsOf(checker: Checker | null): Tools {
  const operators = checker?.operators ?? [];
  const byName = new Map(operators.map((operator) => [operator.name, operator]));
  return {
    extension: [
      closeBrackets(),
      autocompletion({
        override: [completions(schema, operators)],
        maxRenderedOptions: 60,
        // Its icons are letters that many fonts don't have.
        icons: false,
      }),
      hoverTooltip((view, position) => {
        const about = aboutPlace(view.state.doc.toString(), position, schema, byName);
        return about && { pos: about.from, end: about.to, create: () => ({ dom: tooltip(about) }) };
      }),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
      lintGutter(),
      swatches,
      checker ? checking(checker) : [],
    ],
    recheck(view) {
      if (checker) forceLinting(view);
    },
  };
}

function checking({ check, checked }: Checker): Extension {
  return linter(
    async (view) => {
      const text = view.state.doc.toString();
      const problems = await check(text);
      // What is written meanwhile is checked for itself.
      if (text === view.state.doc.toString()) checked(text, problems);
      return problems.map((problem) => diagnosticOf(problem, text.length));
    },
    { delay: DELAY },
  );
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
