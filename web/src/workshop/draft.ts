// Files of the workshop that are not saved elsewhere, kept in this browser. Each
// has a name of its own: a link, a template or another tab takes the place of
// none of them.

import { workshop } from "virtual:texts/workshop";
import { isObject } from "../store/lists";
import { localKeys, readJson, readLocal, removeLocal, writeLocal } from "../store/local";
import { windows } from "../windows";

export interface Draft {
  id: string;
  text: string;
  updated: number;
  /** The file that it was made from; "" if that is not known. */
  base: string;
}

const KEY = "polymerge.draft.";
/** The key under which the first version kept its one draft, as the text that it was. */
const FIRST = "polymerge.workshop";

function read(id: string): Draft | null {
  const kept = readJson(KEY + id, isKept);
  if (kept) return { id, text: kept.text, updated: Number(kept.updated ?? 0), base: String(kept.base ?? "") };
  const text = id === FIRST ? readLocal(FIRST) : null;
  return text === null ? null : { id, text, updated: 0, base: "" };
}

function isKept(value: unknown): value is { text: string; updated?: unknown; base?: unknown } {
  return isObject(value) && typeof value.text === "string";
}

/** All drafts, the last one written first. */
export function allDrafts(): Draft[] {
  const ids = new Set(localKeys(KEY).map((key) => key.slice(KEY.length)));
  ids.add(FIRST);
  const drafts = [...ids].flatMap((id) => read(id) ?? []);
  return drafts.sort((a, b) => b.updated - a.updated);
}

/** Returns the title that a file seems to have. */
export function titleOf(text: string): string {
  return /"title"\s*:\s*"([^"\n]+)"/.exec(text)?.[1] ?? workshop.untitled;
}

/** The file in the editor, with the name under which it is kept. */
export class OpenDraft {
  private draft: { id: string; updated: number } | null = null;
  /** The text of the file when it was opened: as such it need not be kept. */
  private origin = "";
  /** The file that it was made from; "" if that is not known. */
  base = "";
  /** Keeps what is in the editor. */
  pending: (() => void) | null = null;

  /** True if it is kept as a draft. */
  get isDraft(): boolean {
    return this.draft !== null;
  }

  /** Keeps what is in the editor, before another file is opened. */
  clear(): void {
    // This entry of the history may be another one already, whose draft is not this.
    const state: unknown = history.state;
    this.pending?.();
    this.pending = null;
    history.replaceState(state, "");
  }

  /** Opens the draft of this entry of the history, if it was shown before. Gives its text. */
  atEntry(): string | null {
    const state: unknown = history.state;
    const id = typeof state === "object" && state !== null && "draft" in state ? String(state.draft) : "";
    const draft = read(id);
    if (draft) this.take(draft);
    return draft?.text ?? null;
  }

  /** Opens the draft that was written last. Gives its text. */
  newest(): string | null {
    const [draft] = allDrafts();
    if (draft) this.take(draft);
    return draft?.text ?? null;
  }

  take({ id, text, updated, base }: Draft): void {
    this.draft = { id, updated };
    this.base = base;
    this.origin = text;
    remember(id);
  }

  /** Opens a file that is no draft so far. Gives the draft that was open before. */
  begin(text: string): Draft | null {
    const before = this.draft && read(this.draft.id);
    this.draft = null;
    this.origin = text;
    this.base = text;
    remember(null);
    return before;
  }

  /** Deletes the open draft. Gives it, so that it can be restored; throws if it can't be deleted. */
  remove(): Draft | null {
    const gone = this.draft && read(this.draft.id);
    if (gone) {
      removeLocal(KEY + gone.id);
      // Where the first version kept it, too.
      if (gone.id === FIRST) removeLocal(FIRST);
      if (read(gone.id)) throw new Error(workshop.draftNotDeleted(titleOf(gone.text)));
    }
    this.draft = null;
    return gone;
  }

  /** Puts a draft that was deleted back to the others. */
  restore({ id, ...kept }: Draft): void {
    writeLocal(KEY + id, JSON.stringify(kept));
  }

  /** Keeps the file as it is now. */
  keep(text: string): void {
    if (text === this.origin) return;
    const known = this.draft && read(this.draft.id);
    // Another tab went on with it as well: both are kept.
    const isOurs = known !== null && known.updated === this.draft?.updated;
    const id = isOurs ? known.id : `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const updated = Date.now();
    writeLocal(KEY + id, JSON.stringify({ text, updated, base: this.base }));
    if (id === FIRST) removeLocal(FIRST);
    this.draft = { id, updated };
    this.origin = text;
    remember(id);
  }
}

/** Has the browser find the draft again when the page is loaded anew. */
function remember(draft: string | null): void {
  windows.atPage(() => history.replaceState(draft === null ? null : { draft }, ""));
}
