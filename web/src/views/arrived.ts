// How much of the engine has come.

import { useLayoutEffect, useState } from "preact/hooks";
import { arrivals } from "../engine/load";

/** Hundredths of the engine that are here; `undefined` before the first. */
export function useArrived(): number | undefined {
  const [share, setShare] = useState(0);
  useLayoutEffect(() => arrivals.watch(setShare), []);
  return share || undefined;
}
