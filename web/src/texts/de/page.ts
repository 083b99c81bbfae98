// What texts/en/page.ts says, in German.

import type { Translated } from "../area";
import type { page as en } from "../en/page";

export const page: Translated<typeof en> = {
  result: (points, moves) => `${points} Punkte in ${moves} Zügen`,
  file: "{file}, für Polymerge.",
  fileName: "Der Modus als Datei",
  unread:
    "Das Spiel, das hier gespeichert war, ist nicht lesbar. Es bleibt in diesem Browser; das hier ist ein neues.",
  sealed:
    "Das hier gespeicherte Spiel lässt sich weder lesen noch beiseitelegen. Es bleibt in diesem Browser; dies ist ein neues, das weg ist, wenn du diese Seite schließt.",
  unkept: "Der Browser speichert dieses Spiel nicht: Es ist weg, wenn du diese Seite schließt.",
  noMode: "Eine Seite ohne Modus",
  noModeAbout:
    "Diese Seite hat noch keinen Modus. Dieser Befehl setzt einen in eine Kopie von ihr ein: {command}",
};
