// The game of the mode as it is written, and what plays it by itself.

import { useEffect, useMemo } from "preact/hooks";
import { Advisor } from "../game/advisor";
import { Learn } from "./learn";
import type { Playable } from "./played";
import { Preview } from "./preview";
import { Printed } from "./printed";

interface Properties extends Omit<Playable, "title" | "lost"> {
  /** Starts another game of the mode. */
  again: () => void;
  /** True if it is seen: only then keys are for the game. */
  isShown: boolean;
}

export function Play({ model, digest, again, isShown }: Properties) {
  const advisor = useMemo(() => new Advisor(model), [model]);
  useEffect(() => () => advisor.close(), [advisor]);
  return (
    <>
      <Preview model={model} advisor={advisor} again={again} isShown={isShown} />
      <Printed model={model} />
      <Learn model={model} advisor={advisor} digest={digest} />
    </>
  );
}
