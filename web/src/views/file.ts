// Files that are brought to the page, and those that the browser saves.

/** What is larger, in bytes, is a film or something else that was meant for another place. */
const LARGEST = 16 << 20;

/** What is in a file, if that can be a code or a mode file; or something else of so many bytes at most. */
export async function textOf(file: File, what = "a code or a mode file", largest = LARGEST): Promise<string> {
  if (file.size > largest) throw new Error(`${file.name} is too large for ${what}.`);
  return file.text().catch(() => {
    throw new Error(`${file.name} can't be read. Is it a folder?`);
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
