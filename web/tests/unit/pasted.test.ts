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
  ["a replay", `My game: ${REPLAY}`],
])("%s", (_, text) => {
  const code = codeIn(text);
  const wanted = text.includes("My game") ? REPLAY : CODE;
  expect(code.trim()).toBe(wanted);
  expect(open(code).kind).toBe(wanted === CODE ? "game" : "replay");
});

const FILE = '{\n  "title": "> @2048PowCompMode|3.0|"\n}';

test.each([
  ["a mode file", FILE, FILE],
  ["a page", "<!doctype html><p>@2048PowCompMode|3.0|</p>", "<!doctype html><p>@2048PowCompMode|3.0|</p>"],
  ["a quoted mode file", quoted('{\n  "title": "Mine"\n}'), '{\n  "title": "Mine"\n}'],
  ["other words", "Hello", "Hello"],
])("%s is taken as it is", (_, text, expected) => {
  expect(codeIn(text)).toBe(expected);
});
