// Messages over the board: of the mode, and reasons why something could not be played.

/** Says something for a while, in place of what was said before. */
export function say(host: HTMLElement, text: string, milliseconds: number): void {
  for (const old of host.querySelectorAll(".message")) old.remove();
  const element = document.createElement("div");
  element.className = "message";
  element.textContent = text;
  host.append(element);
  setTimeout(() => element.remove(), Math.min(Math.max(milliseconds, 500), 20_000));
}
