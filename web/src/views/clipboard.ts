// Copying texts, also where the page has no clipboard: over a plain connection.

import { site } from "virtual:texts/site";
import { TOO_LONG } from "../route";

/** Copies a text. Where the browser refuses, what is thrown tells the text, to be copied by hand. */
export async function copyText(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isCopied || copiedFromField(text)) return;
  throw new Error(text.length > TOO_LONG ? site.cantCopy : `${site.cantCopy} ${text}`);
}

/** Has the browser copy what is selected in a field. */
function copiedFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;opacity:0";
  // Nothing outside of an open dialog can be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand("copy");
  } catch {
    // The browser has no such command.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
