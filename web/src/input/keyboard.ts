// Keys pressed anywhere on the page while a game is shown.

import type { GameModel } from "../game/model";
import { type Command, namedKey } from "./keys";

/** Acts on keys until the function given back is called. */
export function listen(
  model: GameModel,
  commands: Record<Command, (event: KeyboardEvent) => void>,
): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    // Buttons and links keep the keys that press them.
    if (["Space", "Enter"].includes(namedKey(event)) && isControl(event.target)) return;
    const meaning = model.keymap.meaning(event);
    if (!meaning) return;
    event.preventDefault();
    if ("way" in meaning) model.press(meaning.way);
    else if (!event.repeat || meaning.command === "undo" || meaning.command === "redo")
      commands[meaning.command](event);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** Returns true if keys are letters of a text there, or move a slider. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/** Returns true if Space and Enter press something there. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary") !== null;
}
