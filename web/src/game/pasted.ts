// Codes in texts that people paste: quoted in a mail, or after other words.

/** The signs before lines that a mail quotes. */
const QUOTED = /^(?:[ \t]*>)+ ?/gm;
/** A code as it begins, and what a line of it can hold. */
const BEGINS = /@2048Pow[A-Za-z]*\|/;
const LINE = /^[^\s<>"'`]+/;
/** Characters of lines that a mail has broken: from about where programs break them to the most there may be. */
const BROKEN = { least: 60, most: 998 };

/** Returns the code in a text; the text itself where it is one, or holds none: a mode file, a page. */
export function codeIn(text: string): string {
  const isQuoted = /^[ \t]*>/m.test(text);
  if (!isQuoted && /^\s*[@{<[/]/.test(text)) return text;
  const plain = text.replace(QUOTED, "");
  const at = plain.search(BEGINS);
  // A mode file that a mail quotes begins with its brace, perhaps after a comment.
  if (at < 0) return isQuoted && /^\s*(\{|\/\/|\/\*)/.test(plain) ? plain : text;
  let code = "";
  for (const line of plain.slice(at).split(/\r?\n/)) {
    const [part = ""] = LINE.exec(line) ?? [];
    code += part;
    if (part !== line.trimEnd() || line.length < BROKEN.least || line.length > BROKEN.most) break;
  }
  return code;
}
