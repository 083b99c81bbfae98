// What lies on the desk at first: the draft that was there before, a template, or
// what the address brings.

import { notice } from "../game/notices";
import { workshop } from "../texts/en/workshop";
import { allDrafts, type Desk, titleOf } from "./draft";
import { asked } from "./share";
import FIRST from "./templates/doubles.jsonc?raw";

/** The file where it is known; `null` where the address brings one, which has to be waited for. */
export function laidAtOnce(fragment: string, desk: Desk): string | null {
  desk.clear();
  const there = desk.atEntry();
  if (there !== null) return there;
  if (asked(fragment)) return null;
  if (!/^#?\/?$/.test(fragment)) notice({ text: workshop.noPage(fragment.slice(0, 60)) });
  const newest = desk.newest();
  if (newest === null) desk.begin(FIRST);
  return newest ?? FIRST;
}

/** Puts a file on the desk that the address has brought. */
export function lay(text: string, desk: Desk): void {
  desk.begin(text);
  const [draft] = allDrafts();
  const act = () => {
    notice(null);
    location.hash = "#/";
  };
  if (draft) {
    const action = { name: workshop.backToIt, act };
    notice({ text: workshop.yourDraftKept(titleOf(draft.text)), action });
  }
}
