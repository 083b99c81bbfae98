// The look of mode files: JSON with comments, keys told from values, words of
// the language from other texts.

import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const parser: StreamParser<{ comment: boolean }> = {
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    const string = stream.match(/^"(?:[^"\\]|\\.)*"?/);
    if (string) {
      if (stream.match(/^\s*:/, false)) return "propertyName";
      return /^"[@$]/.test(stream.current()) ? "keyword" : "string";
    }
    if (stream.match(/^-?\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^(true|false|null)\b/)) return "bool";
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["[", "{", '"'] },
  },
};

export const language = [
  StreamLanguage.define(parser),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: "var(--code-key)" },
      { tag: tags.string, color: "var(--code-text)" },
      { tag: tags.keyword, color: "var(--code-word)" },
      { tag: [tags.number, tags.bool], color: "var(--code-number)" },
      { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
    ]),
  ),
];
