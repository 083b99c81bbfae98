// Arrows move the focus from control to control: on remote controls and
// gamepads there is no Tab. While a game is played, arrows are its moves; Enter
// leads to its controls, Escape back to the board.

import { isControl, isTyping } from "./keyboard";
import { namedKey } from "./keys";
import { type Heading, nearest } from "./nearest";

const CONTROLS =
  "a[href], button:not(:disabled), summary, input:not(:disabled), select:not(:disabled), textarea";

const HEADINGS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const isHeading = (name: string): name is Heading => HEADINGS.includes(name);

/** True while the focus goes over the controls of a game. */
let isInside = false;

/** The part of the page that has the keys: the dialog above all, or all of it. */
const part = (): ParentNode => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;

/** Returns true if arrows are moves of a game. */
function isPlaying(): boolean {
  return part() === document && document.querySelector("main.game") !== null;
}

function isSeen(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 0 &&
    height > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[inert]")
  );
}

/** Moves the focus to the next control in a direction; returns false if there is none. */
export function moveFocus(heading: Heading): boolean {
  const own = document.activeElement;
  const controls = [...part().querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one !== own && isSeen(one),
  );
  const isOnControl = own instanceof HTMLElement && own.matches(CONTROLS);
  const index = isOnControl
    ? nearest(
        own.getBoundingClientRect(),
        controls.map((one) => one.getBoundingClientRect()),
        heading,
      )
    : controls.findIndex((one) => one.closest("main, dialog"));
  const next = controls[index];
  next?.focus({ focusVisible: true } as FocusOptions);
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return next !== undefined;
}

/** Leads to the controls of the game that is played. */
function enter(): boolean {
  const [first] = [...document.querySelectorAll<HTMLElement>("main.game :is(a[href], button:not(:disabled))")]
    .filter(isSeen)
    .filter((one) => !one.closest(".arena"));
  first?.focus({ focusVisible: true } as FocusOptions);
  isInside = first !== undefined;
  return isInside;
}

function leave(): void {
  isInside = false;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Does what a key means for the focus; returns false if it means nothing there. */
export function steer(name: string): boolean {
  const own = document.activeElement;
  if (!isPlaying()) return isHeading(name) && isControl(own) && moveFocus(name);
  if (!isControl(own)) isInside = false;
  if (!isInside) return false;
  if (name === "Escape") leave();
  else if (isHeading(name)) moveFocus(name);
  else return false;
  return true;
}

/** Acts on keys until the function given back is called. */
export function follow(): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (
      isTyping(event.target) ||
      (event.target instanceof Element && event.target.closest("[role=grid], .cm-editor"))
    )
      return;
    if (!steer(namedKey(event))) return;
    event.preventDefault();
    // An arrow that moves the focus is no move.
    event.stopImmediatePropagation();
  };
  const entered = (event: KeyboardEvent) => {
    const own = document.activeElement;
    // Tiles that can be clicked, modes with a direction on it, and all else keep their Enter.
    if (event.defaultPrevented || namedKey(event) !== "Enter" || (own && !own.matches("body, h1"))) return;
    if (isPlaying() && enter()) event.preventDefault();
  };
  document.addEventListener("keydown", pressed, { capture: true });
  window.addEventListener("keydown", entered);
  return () => {
    document.removeEventListener("keydown", pressed, { capture: true });
    window.removeEventListener("keydown", entered);
  };
}
