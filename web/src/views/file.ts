// Files that are brought to the page.

/** What is larger, in bytes, is a film or something else that was meant for another place. */
const LARGEST = 16 << 20;

/** What is in a file, if that can be a code or a mode file. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large for a code or a mode file.`);
  return file.text().catch(() => {
    throw new Error(`${file.name} can't be read. Is it a folder?`);
  });
}
