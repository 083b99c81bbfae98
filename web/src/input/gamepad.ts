// Gamepads: directions by pad and stick, buttons for what is done most. They
// press the keys that mean the same, so that each mode has its own directions.

import type { Heading } from "./nearest";

/** A gamepad as browsers show it. */
export type Pad = Pick<Gamepad, "axes"> & { readonly buttons: readonly Pick<GamepadButton, "pressed">[] };

/** The meaning of a button: the key that means the same, or what is done where the focus is. */
export type Press = Heading | "accept" | "back" | "hint" | "undo" | "new" | "modes";

/** The buttons of the standard mapping, by their numbers: those on the right are called A, B, X, Y on most. */
const BUTTONS: Readonly<Record<number, Press>> = {
  0: "accept",
  1: "back",
  2: "hint",
  3: "undo",
  4: "undo",
  5: "hint",
  8: "modes",
  9: "new",
  12: "ArrowUp",
  13: "ArrowDown",
  14: "ArrowLeft",
  15: "ArrowRight",
};

/** The part of its way that a stick is pushed before it counts. */
const FAR = 0.6;

/** Milliseconds until a direction that is held counts again, at first and then. */
const HELD = { first: 400, next: 150 };

/** Returns what is held down on a pad. */
export function heldOn({ axes: [x = 0, y = 0], buttons }: Pad): Set<Press> {
  const held = new Set<Press>();
  buttons.forEach(({ pressed }, index) => {
    const press = BUTTONS[index];
    if (pressed && press) held.add(press);
  });
  // Of a stick that is pushed askew, the larger part counts.
  if (Math.max(Math.abs(x), Math.abs(y)) < FAR) return held;
  if (Math.abs(x) > Math.abs(y)) held.add(x > 0 ? "ArrowRight" : "ArrowLeft");
  else held.add(y > 0 ? "ArrowDown" : "ArrowUp");
  return held;
}

/** Tells what is pressed anew; directions that are held count again and again. */
export class Repeats {
  private readonly due = new Map<Press, number>();

  pressed(held: ReadonlySet<Press>, now: number): Press[] {
    for (const press of this.due.keys()) if (!held.has(press)) this.due.delete(press);
    return [...held].filter((press) => {
      const due = this.due.get(press);
      if (due !== undefined && (now < due || !press.startsWith("Arrow"))) return false;
      this.due.set(press, now + (due === undefined ? HELD.first : HELD.next));
      return true;
    });
  }
}

/** The keys that mean the same in a game. */
const KEYS: Readonly<Partial<Record<Press, string>>> = { hint: "h", undo: "u", new: "n", modes: "m" };

/** Presses a key where the focus is; returns true if something came of it. */
function key(name: string): boolean {
  const code = name.length === 1 ? `Key${name.toUpperCase()}` : name;
  const event = new KeyboardEvent("keydown", { key: name, code, bubbles: true, cancelable: true });
  return !(document.activeElement ?? document.body).dispatchEvent(event);
}

function back(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  // A menu is over all else; Escape closes it.
  const isUnderMenu = document.querySelector("[popover]:popover-open") !== null;
  if (dialog && !isUnderMenu)
    dialog.dispatchEvent(new Event("cancel", { cancelable: true })) && dialog.close();
  else if (!key("Escape") && !key("u")) history.back();
}

/** Does what a press means; `moveFocus` has an arrow move the focus. */
export function act(press: Press, moveFocus: (heading: Heading) => boolean): void {
  const own = document.activeElement;
  if (press === "back") back();
  else if (press === "accept") {
    const isControl = own instanceof HTMLElement && own.matches("a, button, summary, input");
    if (isControl) own.click();
    else key("Enter");
  } else if (press.startsWith("Arrow")) key(press) || moveFocus(press as Heading);
  else key(KEYS[press] ?? "");
}

/** Follows the gamepads until the function given back is called. */
export function followPads(moveFocus: (heading: Heading) => boolean): () => void {
  const repeats = new Repeats();
  let frame = 0;
  const isAny = () => navigator.getGamepads().some((pad) => pad?.connected);
  const look = () => {
    const held = new Set<Press>();
    // A page that is not seen does nothing.
    if (document.hasFocus())
      for (const pad of navigator.getGamepads())
        if (pad?.connected) for (const press of heldOn(pad)) held.add(press);
    for (const press of repeats.pressed(held, performance.now())) act(press, moveFocus);
    frame = requestAnimationFrame(look);
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const plugged = () => {
    if (!frame) look();
  };
  const unplugged = () => {
    if (!isAny()) stop();
  };
  addEventListener("gamepadconnected", plugged);
  addEventListener("gamepaddisconnected", unplugged);
  look();
  return () => {
    stop();
    removeEventListener("gamepadconnected", plugged);
    removeEventListener("gamepaddisconnected", unplugged);
  };
}
