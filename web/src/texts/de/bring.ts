// What texts/en/bring.ts says, in German.

import type { Translated } from "../area";
import type { bring as en } from "../en/bring";

export const bring: Translated<typeof en> = {
  title: "Import",
  about:
    "Füge einen Code ein (einen Modus, ein Spiel oder eine Aufzeichnung, von hier oder von der ursprünglichen Website, aus jeder Version) oder eine Modusdatei. Oder lege eine Datei ab, hier oder irgendwo sonst auf der Seite.",
  field: "Code oder Modusdatei",
  open: "Öffnen",
  choose: "Datei wählen",
};
