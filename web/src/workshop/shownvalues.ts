// Whether the values of formulas are shown in the editor: kept for the next visit.

import { readLocal, writeLocal } from "../store/local";

const KEY = "polymerge.workshop.values";

export const areValuesShown = (): boolean => readLocal(KEY) !== "off";

export function keepValuesShown(are: boolean): void {
  writeLocal(KEY, are ? "on" : "off");
}
