// Codes in texts that people paste: quoted in a mail, or after other words.

/** The signs before lines that a mail quotes. */
const QUOTED = /^(?:[ \t]*>)+ ?/gm;
/** A code as it begins, and what a line of it can hold. */
const BEGINS = /@2048Pow[A-Za-z]*\|/;
const LINE = /^[^\s<>"'`]+/;
/** The beginnings of texts that are taken as they are: codes, mode files and pages. */
const WHOLE = /^\s*(?:@2048Pow|\{|\/\/|\/\*|<!doctype|<html)/i;
/** A line that a code may go on in: letters of codes alone. */
const MORE = /^[\w@.|+/=-]+$/;
/** Characters of lines that a mail has broken: from about where programs break them to the most there may be. */
const BROKEN = { least: 60, most: 998 };

/** Returns the code in a text; the text itself where it is one, or holds none: a mode file, a page. */
export function codeIn(text: string): string {
  const isQuoted = /^[ \t]*>/m.test(text);
  if (!isQuoted && WHOLE.test(text)) return text;
  const plain = text.replace(QUOTED, "");
  const at = plain.search(BEGINS);
  // A mode file that a mail quotes begins with its brace, perhaps after a comment.
  if (at < 0) return isQuoted && /^\s*(\{|\/\/|\/\*)/.test(plain) ? plain : text;
  const [first = "", ...more] = plain
    .slice(at)
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  const [begun = ""] = LINE.exec(first) ?? [];
  return begun === first ? joined(first, at - plain.lastIndexOf("\n", at) - 1, more) : begun;
}

/** A code with the lines that it goes on in. Before its first line stand so many characters. */
function joined(first: string, before: number, more: readonly string[]): string {
  // Lines that were broken are of one length, which may count from where the code begins.
  const lengths = [first.length, first.length + before];
  let [code, length] = [first, first.length];
  // A code ends with a bar: a word in a line of its own after that is none of it.
  let whole = code.endsWith("|") ? code : "";
  for (const line of more) {
    if (!lengths.includes(length) || length < BROKEN.least || length > BROKEN.most || !MORE.test(line)) break;
    code += line;
    ({ length } = line);
    if (code.endsWith("|")) whole = code;
  }
  return code.slice(whole.length).includes("|") ? code : whole || code;
}
