// What the editor asks the engine while one writes.

import type { EditorView } from "@codemirror/view";
import type { Problem } from "polymerge";
import type { Link } from "../engine/link";
import type { AuthorService } from "./service";

/** The part of the editor's tools that needs the engine. */
export interface Assistant {
  author: Link<AuthorService>;
  /** The text was checked; without errors it can be played. */
  checked(text: string, problems: Problem[]): void;
  /** Asks for another name for what stands at the cursor. */
  rename(): void;
  /** Goes to where the name at the cursor is declared. */
  define(): void;
  /** Sets the blanks in formulas as they are usual. */
  format(): void;
}

/** Asks about the text in an editor; `null` if it was changed meanwhile, or nothing answers. */
export async function about<T>(
  view: EditorView,
  ask: (text: string) => Promise<T>,
): Promise<Awaited<T> | null> {
  const { doc } = view.state;
  try {
    const answer = await ask(doc.toString());
    return view.state.doc === doc ? answer : null;
  } catch {
    // The check of the file tells of an engine that does not answer.
    return null;
  }
}
