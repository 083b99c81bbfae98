// Files that are brought to the page, and those that the browser saves.

import { site } from "virtual:texts/site";

/**
 * The largest size of a code or a mode file, in bytes: more is a film or something else that was
 * meant for another place.
 */
const LARGEST = 16 << 20;

/**
 * Returns the text of a file, if that can be a code or a mode file; or something else of so many
 * bytes at most.
 */
export async function textOf(file: File, what = site.codeFile, largest = LARGEST): Promise<string> {
  if (file.size > largest) throw new Error(site.tooLarge({ file: file.name, what }));
  return file.text().catch(() => {
    throw new Error(site.unreadable(file.name));
  });
}

/** A text as a part of the name of a file: small letters, digits and dashes. */
export function slug(text: string, otherwise = ""): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return letters.replace(/^-|-$/g, "") || otherwise;
}

/** Has the browser save a file. */
export function saveFile(file: File): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file);
  anchor.download = file.name;
  anchor.click();
  // Not before the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}
