// Faults of the engine in the language of the page.

import { afterEach, expect, test } from "vitest";
import { codeOf } from "../../build/message.ts";
import { readEngine } from "../../build/texts.ts";
import { EngineError } from "../../src/engine/link.ts";
import { messageOf } from "../../src/summary.ts";
import { type Areas, speak } from "../../src/texts/area.ts";

afterEach(() => speak("en", {}));

/** Speaks German, with what the engine has in English. */
function german(): void {
  const areas = Object.entries(readEngine("de")).map(([area, table]) => [
    area,
    Object.fromEntries(
      Object.entries(table).map(([name, text]) => [name, new Function(`return ${codeOf(text)}`)()]),
    ),
  ]);
  speak("de", Object.fromEntries(areas) as Areas);
}

const error = (code: string, more = {}) => new EngineError("in English", "code", { code, ...more });
const PIECE = { kind: "piece", number: 5, name: "width" } as const;

test.each([
  ["its code", error("no-tile"), "Auf diesem Feld liegt keine Kachel."],
  [
    "the piece of a code",
    error("bad-number", { place: PIECE }),
    "Teil 5 (width) des Codes: Hier muss eine Zahl stehen.",
  ],
  [
    "the move",
    error("blocked", { place: { kind: "move", number: 7 } }),
    "Zug 7: Der Modus lässt diese Richtung gerade nicht zu.",
  ],
  [
    "the engine's words where these matter",
    error("expression"),
    "Eine Regel dieses Modus lässt sich nicht ausrechnen. Auf Englisch: in English",
  ],
  [
    "mistakes in a file, whatever the first one is",
    error("limit", { problems: [] }),
    "Die Modusdatei hat Fehler. Auf Englisch:\nin English",
  ],
  ["a code without a translation", error("bad-argument"), "in English"],
  ["no code", new Error("from the page"), "from the page"],
  [
    "the number that exceptions of browsers have",
    new DOMException("of the browser", "AbortError"),
    "of the browser",
  ],
  ["no error", "a text", "a text"],
])("said by %s", (_, fault, said) => {
  german();
  expect(messageOf(fault)).toBe(said);
});

test("in English the engine's own words", () => {
  expect(messageOf(error("no-tile", { place: PIECE }))).toBe("in English");
});
