// What the editor has beside writing: what is wrong is underlined as one types, keys and
// names are offered and explained, formulas and colours are shown.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { Problem } from "../engine/types";
import type { Assistant } from "./assistant";
import { completions } from "./complete";
import type { Tools } from "./editor";
import { formulas, samePlaces } from "./highlight";
import { asProblems } from "./played";
import { meanings, signatures } from "./pointed";
import { swatches } from "./swatches";
import { showValues, values } from "./values";

/** Milliseconds without typing before the file is checked. */
const DELAY = 250;

/** The tools of an editor; those that need no engine as long as there is none. */
export function toolsOf(assistant: Assistant | null): Tools {
  return {
    extension: [
      closeBrackets(),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
      lintGutter(),
      swatches,
      assistant ? assisting(assistant) : [],
    ],
    recheck(view) {
      if (assistant) forceLinting(view);
    },
    showValues(view, found) {
      if (assistant) showValues(view, found);
    },
  };
}

function assisting(assistant: Assistant): Extension {
  const pressed = (act: () => void) => () => {
    act();
    return true;
  };
  return [
    autocompletion({
      override: [completions(assistant)],
      maxRenderedOptions: 60,
      // Its icons are letters that many fonts don't have.
      icons: false,
    }),
    meanings(assistant),
    signatures(assistant),
    formulas(assistant),
    samePlaces(assistant),
    values,
    checking(assistant),
    keymap.of([
      { key: "F2", run: pressed(assistant.rename) },
      { key: "F12", run: pressed(assistant.define) },
      { key: "Shift-Alt-f", run: pressed(assistant.format) },
    ]),
  ];
}

function checking({ author, checked }: Assistant): Extension {
  return linter(
    async (view) => {
      const text = view.state.doc.toString();
      const problems = await author.ask("check", text).catch(asProblems);
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
