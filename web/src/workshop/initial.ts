// The file in the editor at first: the draft that was there before, a template, or
// the file that the address brings.

import { workshop } from "virtual:texts/workshop";
import { notice } from "../game/notices";
import { allDrafts, type OpenDraft, titleOf } from "./draft";
import { asked } from "./share";
import FIRST from "./templates/doubles.jsonc?raw";

/** The file where it is known; `null` where the address brings one, which has to be waited for. */
export function initialText(fragment: string, openDraft: OpenDraft): string | null {
  openDraft.clear();
  const there = openDraft.atEntry();
  if (there !== null) return there;
  if (asked(fragment)) return null;
  if (!/^#?\/?$/.test(fragment)) notice({ text: workshop.noPage(fragment.slice(0, 60)) });
  const newest = openDraft.newest();
  if (newest === null) openDraft.begin(FIRST);
  return newest ?? FIRST;
}

/** Opens a file that the address has brought. */
export function showBrought(text: string, openDraft: OpenDraft): void {
  openDraft.begin(text);
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
