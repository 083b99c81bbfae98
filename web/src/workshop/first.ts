// The first frame of the workshop: a plain field with the text, in which one can
// write before the rest of the page has arrived. The editor (main.tsx) takes over
// what was written, and where the cursor is.

import { workshop } from "virtual:texts/workshop";
import { followLook } from "../store/look";
import { OpenDraft } from "./draft";
import { initialText } from "./initial";
import { isWide, tabAtFirst } from "./tab";
import "../style/base.css";
import "../style/header.css";
import "./workshop.css";

followLook();
export const root = document.getElementById("app");
export const openDraft = new OpenDraft();
/** The fragment of the address at first. */
export const fragment = location.hash;
/** The text in the editor; `null` where the address brings it. */
export const text = initialText(fragment, openDraft);
const field = root && text !== null && (isWide() || tabAtFirst() === "editor") ? open(root, text) : null;

/** The text in the field, and the selection in it. */
export interface Typed {
  text: string;
  from: number;
  to: number;
  hasFocus: boolean;
  /** The scrolled distance, in pixels. */
  top: number;
}

function open(root: HTMLElement, text: string): HTMLTextAreaElement {
  root.innerHTML = `<header class="top"></header><main class="workshop"><div class="workshop-bar"><h1></h1></div><div class="bench"><div class="tabs"></div><div class="sheet"><div class="editor"></div></div></div></main>`;
  root.querySelector("h1")?.append(workshop.title);
  const field = document.createElement("textarea");
  field.ariaLabel = workshop.file;
  field.spellcheck = false;
  field.value = text;
  field.setSelectionRange(0, 0);
  root.querySelector(".editor")?.append(field);
  // Nothing of it is lost, should the rest never come.
  openDraft.pending = () => openDraft.keep(field.value);
  addEventListener("pagehide", openDraft.pending);
  return field;
}

/** Returns the text for the editor, when no letter is being put together; `null` if there was no field. */
export async function taken(): Promise<Typed | null> {
  if (!field) return null;
  while (isComposing)
    await new Promise((done) => field.addEventListener("compositionend", done, { once: true }));
  if (openDraft.pending) removeEventListener("pagehide", openDraft.pending);
  const { value, selectionStart: from, selectionEnd: to, scrollTop: top } = field;
  return { text: value, from, to, hasFocus: document.activeElement === field, top };
}

let isComposing = false;
field?.addEventListener("compositionstart", () => {
  isComposing = true;
});
field?.addEventListener("compositionend", () => {
  isComposing = false;
});
