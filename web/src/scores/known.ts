// Whether scores are shown: where there is a score server.

import { useEffect } from "preact/hooks";
import { useWatched } from "../views/hooks";
import { findScores, scoresAt, watchScores } from "./place";

/** Returns true if there is a score server; asks for it once this is shown. */
export function useScores(): boolean {
  useEffect(() => void findScores(), []);
  return useKnownScores();
}

/** Returns true if a score server is known, without asking. */
export function useKnownScores(): boolean {
  return useWatched(watchScores, () => scoresAt() !== null);
}
