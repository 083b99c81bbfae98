// Says things to those who can't see them.

export class Announcer {
  constructor(private readonly element: HTMLElement) {}

  say(text: string): void {
    // A screen reader does not read a text again that has not changed.
    const again = this.element.textContent === text;
    this.element.textContent = again ? `${text}\u00a0` : text;
  }
}
