// Arrows move the focus from control to control: on remote controls and
// gamepads there is no Tab. While a game is played, arrows are its moves; Enter
// leads to its controls, Escape back to the board. On other pages arrows scroll
// as long as no control is near.

import { letsGo } from "./fields";
import { namedKey } from "./keys";
import { type Box, type Heading, nearest } from "./nearest";
import { closePopover, openPopover } from "./popovers";

const CONTROLS =
  "a[href], button:not(:disabled), summary, input:not(:disabled), select:not(:disabled), textarea";

const HEADINGS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const isHeading = (name: string): name is Heading => HEADINGS.includes(name);

/** Keys under names that only remote controls have. */
const REMOTE: readonly string[] = ["Up", "Down", "Left", "Right", "Select"];

/** True while the focus goes over the controls of a game. */
let isInside = false;

/** True once the focus is moved by what has no Tab; mice and Tab end it. */
let isRemote = false;

/** The dialog above all, if there is one. */
const dialog = () => [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1);

/** The part of the page that has the keys: a menu, a dialog, or all of it. */
const part = (): HTMLElement | undefined => openPopover() ?? dialog();

/** Returns true if arrows are moves of a game. */
function isPlaying(): boolean {
  return !dialog() && document.querySelector("main.game") !== null;
}

const isOn = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(CONTROLS);

function isSeen(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 0 &&
    height > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[inert]")
  );
}

/** The part of the screen in which controls are looked for. */
function screen(): Box {
  const own = part()?.getBoundingClientRect();
  return {
    left: 0,
    right: innerWidth,
    top: Math.max(0, own?.top ?? 0),
    bottom: Math.min(innerHeight, own?.bottom ?? innerHeight),
  };
}

/** Returns true if the middle of an element is on the screen, or at most so much above or below it. */
function isNear(element: HTMLElement, beyond: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  const within = screen();
  return middle > within.top - beyond && middle < within.bottom + beyond;
}

/** The element that an arrow scrolls, if there is one. */
function scroller(heading: Heading): Element | undefined {
  const [along, sign] = {
    ArrowUp: [false, -1],
    ArrowDown: [false, 1],
    ArrowLeft: [true, -1],
    ArrowRight: [true, 1],
  }[heading] as [boolean, number];
  const root = part();
  const begin = root && !root.contains(document.activeElement) ? root : document.activeElement;
  for (let own: Element | null = begin; own; own = own.parentElement) {
    const isRoot = own === document.documentElement;
    const style = getComputedStyle(own);
    const overflow = along ? style.overflowX : style.overflowY;
    if (!isRoot && !["auto", "scroll"].includes(overflow)) continue;
    const [at, extent, shown] = along
      ? [own.scrollLeft, own.scrollWidth, own.clientWidth]
      : [own.scrollTop, own.scrollHeight, own.clientHeight];
    if (sign < 0 ? at > 1 : at + shown < extent - 1) return own;
    if (own === root) return undefined;
  }
  return undefined;
}

/** Returns the control to which an arrow leads, however far it is. */
function following(heading: Heading): HTMLElement | undefined {
  const own = document.activeElement;
  const root = part();
  const controls = [...(root ?? document).querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one !== own && isSeen(one),
  );
  if (!isOn(own) || (root && !root.contains(own)))
    return controls.find((one) => one.closest("main, dialog, [popover]") && isNear(one, 0)) ?? controls[0];
  // From a control that was scrolled away the focus goes to one that is seen.
  const others = isNear(own, 0) ? controls : controls.filter((one) => isNear(one, 0));
  const boxes = others.map((one) => one.getBoundingClientRect());
  const next = others[nearest(own.getBoundingClientRect(), boxes, heading)];
  if (next || own.localName !== "select") return next;
  // Of a list of choices two arrows are its own: the others lead away from it wherever it lies.
  const isBefore = (one: Element) =>
    (own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  if (heading === "ArrowRight") return controls.find((one) => !isBefore(one));
  return heading === "ArrowLeft" ? controls.filter(isBefore).at(-1) : undefined;
}

/** Moves the focus in a direction; returns false if no control is near there. */
function move(heading: Heading): boolean {
  const own = document.activeElement;
  const next = following(heading);
  if (!next || !isNear(next, isRemote ? innerHeight : 0)) return false;
  next.focus({ focusVisible: true } as FocusOptions);
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  return document.activeElement !== own;
}

/** Returns true if an arrow chooses among the radio buttons of a group. */
function isChoosing(heading: Heading): boolean {
  const own = document.activeElement;
  if (!(own instanceof HTMLInputElement) || own.type !== "radio") return false;
  const next = following(heading);
  return next instanceof HTMLInputElement && next.type === "radio" && next.name === own.name;
}

/** Moves the focus by what is no key, and scrolls where no control is near; returns false if it can do neither. */
export function moveFocus(heading: Heading): boolean {
  isRemote = true;
  if (move(heading)) return true;
  const far = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[heading];
  const [left = 0, top = 0] = far.map((step) => step * innerHeight * 0.3);
  const scrolled = scroller(heading);
  scrolled?.scrollBy({ left, top });
  return scrolled !== undefined;
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

/** Does what a key means over the controls of a game; returns false if it means nothing there. */
function steerInside(name: string): boolean {
  if (!isOn(document.activeElement)) isInside = false;
  if (!isInside) return false;
  if (name === "Escape") leave();
  else if (isHeading(name) && letsGo(document.activeElement, name)) moveFocus(name);
  else return false;
  return true;
}

/** Does what a key means on a page without a game; returns false if it means nothing there. */
function steer(name: string): boolean {
  const own = document.activeElement;
  const isBeginning = !isOn(own) || part()?.contains(own) === false;
  if (name === "Enter" && isBeginning) {
    isRemote = true;
    return move("ArrowDown");
  }
  if (!isHeading(name)) return false;
  if (isBeginning) return !scroller(name) && move(name);
  return letsGo(own, name) && !isChoosing(name) && move(name);
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey || isComposing);

/** Acts on keys until the function given back is called. */
export function follow(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const early = (event: KeyboardEvent) => {
    const name = namedKey(event);
    if (REMOTE.includes(event.key)) isRemote = true;
    if (event.key === "Tab") isRemote = false;
    if (event.defaultPrevented || !isPlain(event)) return;
    const isDone = (name === "Escape" && closePopover()) || (isPlaying() && steerInside(name));
    if (!isDone) return;
    event.preventDefault();
    // An arrow that moves the focus is no move.
    event.stopImmediatePropagation();
  };
  // After all others: tiles that can be clicked, lists and modes keep the keys that they need.
  const late = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPlain(event)) return;
    const name = namedKey(event);
    if (!isPlaying()) {
      if (steer(name)) event.preventDefault();
      return;
    }
    const own = document.activeElement;
    if (name === "Enter" && (!own || own.matches("body, h1")) && enter()) event.preventDefault();
  };
  const left = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element ? relatedTarget.closest(".arena") : document.hasFocus())
      isInside = false;
  };
  const clicked = () => {
    isInside = false;
    isRemote = false;
  };
  document.addEventListener("keydown", early, { capture: true, signal });
  window.addEventListener("keydown", late, { signal });
  document.addEventListener("focusout", left, { signal });
  document.addEventListener("pointerdown", clicked, { capture: true, signal });
  return () => controller.abort();
}
