// Reasons of hints in words, each kind in each language.

import type { Reason } from "polymerge";
import { afterEach, expect, test } from "vitest";
import { codeOf } from "../../build/message.ts";
import { readLanguages } from "../../build/texts.ts";
import { because } from "../../src/game/because.ts";
import { speak } from "../../src/texts/area.ts";
import { plural } from "../../src/texts/numbers.ts";

afterEach(() => speak("en", { advice: built("en") }));

/** Returns the texts of hints in a language, as the build makes them. */
function built(tag: "en" | "de" | "es") {
  const texts = Object.entries(readLanguages()[tag].advice ?? {});
  return Object.fromEntries(
    texts.map(([name, text]) => [name, new Function("plural", `return ${codeOf(text)}`)(plural)]),
  );
}

/** All kinds of reasons, those with a number with one and with more. */
const REASONS: Record<Reason["reason"], Omit<Reason, "reason" | "text">[]> = {
  only: [{ tiles: [] }],
  wins: [{ tiles: [] }],
  survives: [{ tiles: [] }],
  keeps_corner: [{ tiles: ["512"] }],
  makes: [{ tiles: ["64"] }],
  makes_room: [
    { tiles: [], amount: 1 },
    { tiles: [], amount: 2 },
  ],
  prepares: [{ tiles: ["4", "8"] }],
  keeps_pairs: [
    { tiles: [], amount: 1 },
    { tiles: [], amount: 2 },
  ],
  points: [{ tiles: [], amount: 2048 }],
};

const all = Object.entries(REASONS).flatMap(([reason, ways]) =>
  ways.map((way) => ({ reason, text: "in English", ...way }) as Reason),
);

test.each([
  [
    "en",
    [
      "Up, because it is the only move.",
      "Up, because it reaches the goal.",
      "Up, because the next best move ends the game.",
      "Up, because 512 stays in its corner.",
      "Up, because it makes 64.",
      "Up, because 1 more cell is empty.",
      "Up, because 2 more cells are empty.",
      "Up, because 4 and 8 come side by side, ready to merge.",
      "Up, because 1 more pair can merge next.",
      "Up, because 2 more pairs can merge next.",
      "Up, because it brings 2,048 more points at once.",
    ],
  ],
  [
    "de",
    [
      "Up, denn: kein anderer Zug ist möglich.",
      "Up, denn: das Ziel wird erreicht.",
      "Up, denn: der nächstbeste Zug beendet das Spiel.",
      "Up, denn: 512 bleibt in der Ecke.",
      "Up, denn: es entsteht 64.",
      "Up, denn: 1 Feld mehr ist frei.",
      "Up, denn: 2 Felder mehr sind frei.",
      "Up, denn: 4 und 8 kommen nebeneinander und können dann verschmelzen.",
      "Up, denn: 1 Paar mehr kann danach verschmelzen.",
      "Up, denn: 2 Paare mehr können danach verschmelzen.",
      "Up, denn: es gibt sofort 2.048 Punkte mehr.",
    ],
  ],
  [
    "es",
    [
      "Up, porque es la única jugada.",
      "Up, porque alcanza la meta.",
      "Up, porque la siguiente mejor jugada acaba la partida.",
      "Up, porque 512 se queda en su esquina.",
      "Up, porque forma 64.",
      "Up, porque 1 casilla más queda libre.",
      "Up, porque 2 casillas más quedan libres.",
      "Up, porque 4 y 8 quedan juntas, listas para unirse.",
      "Up, porque 1 pareja más puede unirse después.",
      "Up, porque 2 parejas más pueden unirse después.",
      "Up, porque da 2048 puntos más al momento.",
    ],
  ],
] as const)("every kind in %s", (tag, sentences) => {
  speak(tag, { advice: built(tag) });
  expect(all.map((reason) => because("Up", [reason]))).toEqual(sentences);
});

test("several are one sentence", () => {
  expect(because("Up", all.slice(0, 2))).toBe("Up, because it is the only move; it reaches the goal.");
});
