// Codes are found in what people paste from mails and chats.

import { Game, Mode, open } from "polymerge";
import { expect, test } from "vitest";
import { codeIn } from "../../src/game/pasted.ts";

const game = Game.start(Mode.builtIn("050-dive"), { seed: 7, now: 0 });
for (let move = 0; move < 20; move++) game.play(game.available()[0] ?? 0, move);
const CODE = game.save(0);
const REPLAY = game.replayCode();

/** A code as a mail program breaks it into lines. */
const broken = (CODE.match(/.{1,76}/g) ?? []).join("\r\n");
/** A code in lines of so many letters, of which the first one has other words before it. */
const brokenAt = (width: number, code: string, words = "") =>
  (words + code).match(new RegExp(`.{1,${width}}`, "g"))?.join("\n") ?? "";
/** Codes of one and of two lines of full length. */
const SHORT = `@2048PowCompModifiers|3.0|${"QUJD".repeat(14)}|`;
const TWO = `@2048PowCompModifiers|3.0|${"QUJD".repeat(31)}Q|`;
const quoted = (text: string) => text.replace(/^/gm, "> ");

test.each([
  ["alone", CODE],
  ["with blanks around it", `\n ${CODE}\n`],
  ["after other words", `Look at this: ${CODE}`],
  ["between other lines", `Hello,\n\n${CODE}\n\nBest, Ann`],
  ["before a name", `Hello,\n${CODE}\nAnn`],
  ["in quotation marks", `He said "${CODE}".`],
  ["quoted", quoted(`Hello,\n\n${CODE}\n\nBest, Ann`)],
  ["quoted twice, broken into lines", `Yes!\n${quoted(quoted(`Hello,\n\n${broken}\n\nBest, Ann`))}`],
  ["broken into lines, before a name", `Look:\n${brokenAt(76, CODE)}\nAnn`],
  ["broken into lines after other words", `${brokenAt(76, CODE, "Look: ")}\nBest`],
  ["broken into lines of its own after other words", `Look: ${brokenAt(70, CODE)}\nBest,\nAnn`],
  ["broken into lines that end with blanks", `Look:\n${brokenAt(72, CODE).replace(/$/gm, " ")}\nBest`],
  ["broken into lines before words", `Look:\n${brokenAt(72, CODE)}\nBest wishes`],
  ["in brackets of a link", `[my game] ${CODE} [end]`],
  ["in a text that begins with a sign", `/me plays ${CODE}`],
  ["in angle brackets", `<${CODE}>`],
  ["after the name of a person", `@ann: ${CODE}`],
  ["a replay", `My game: ${REPLAY}`],
])("%s", (_, text) => {
  const code = codeIn(text);
  const wanted = text.includes("My game") ? REPLAY : CODE;
  expect(code.trim()).toBe(wanted);
  expect(open(code).kind).toBe(wanted === CODE ? "game" : "replay");
});

test.each([
  ["a word after a short code", `Mine:\n${SHORT}\nBest`, SHORT],
  ["a word after a last line of full length", `Mine:\n${brokenAt(TWO.length / 2, TWO)}\nBest`, TWO],
  ["two words after a short code", `Mine:\n${SHORT}\nBest\nAnn`, SHORT],
])("%s is none of it", (_, text, code) => {
  expect(codeIn(text)).toBe(code);
});

const FILE = '{\n  "title": "> @2048PowCompMode|3.0|"\n}';

test.each([
  ["a mode file", FILE, FILE],
  ["a page", "<!doctype html><p>@2048PowCompMode|3.0|</p>", "<!doctype html><p>@2048PowCompMode|3.0|</p>"],
  ["a quoted mode file", quoted('{\n  "title": "Mine"\n}'), '{\n  "title": "Mine"\n}'],
  ["a page of old", "<HTML><p>@2048PowCompMode|3.0|", "<HTML><p>@2048PowCompMode|3.0|"],
  ["a mode file after a comment", `// Mine\n${FILE}`, `// Mine\n${FILE}`],
  ["a code alone with its lines", `${broken}\n`, `${broken}\n`],
  ["other words", "Hello", "Hello"],
])("%s is taken as it is", (_, text, expected) => {
  expect(codeIn(text)).toBe(expected);
});
