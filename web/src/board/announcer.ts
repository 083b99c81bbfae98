// Says things to those who can't see them.

export class Announcer {
  constructor(private readonly element: HTMLElement) {}

  say(text: string): void {
    // The same text twice would not be read again.
    const again = this.element.textContent === text;
    this.element.textContent = again ? `${text}\u00a0` : text;
  }
}
