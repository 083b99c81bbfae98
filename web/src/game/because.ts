// Reasons of hints in words.

import { advice as texts } from "virtual:texts/advice";
import type { Reason } from "polymerge";
import { shown } from "../summary";

/** Says why a direction is the best one. */
export const because = (way: string, reasons: readonly Reason[]): string =>
  texts.because({ way, reasons: reasons.map(reasonText).join("; ") });

function reasonText({ reason, tiles, amount = 0 }: Reason): string {
  const [tile = "", other = ""] = tiles;
  switch (reason) {
    case "only":
      return texts.only;
    case "wins":
      return texts.winsGoal;
    case "survives":
      return texts.survivesNext;
    case "keeps_corner":
      return texts.keepsCorner(tile);
    case "makes":
      return texts.makes(tile);
    case "makes_room":
      return texts.freesCells(amount);
    case "prepares":
      return texts.prepares({ tile, other });
    case "keeps_pairs":
      return texts.keepsPairs(amount);
    case "points":
      return texts.morePoints(shown(amount));
  }
}
