// Going through all cells of a board: at once, or a part with each frame, so that
// the page answers between them.

export class Sweep {
  private next = 0;
  private end = 0;
  private slice = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  constructor(
    private readonly visit: (index: number) => void,
    /** Called when all cells were visited. */
    private readonly done: () => void,
  ) {}

  /** Begins with the first cell, even if an earlier sweep has not ended. */
  start(count: number, slice: number): void {
    this.stop();
    this.next = 0;
    this.end = count;
    this.slice = slice;
    this.go();
  }

  stop(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  private go(): void {
    const until = this.slice === Infinity ? Infinity : performance.now() + this.slice;
    while (this.next < this.end) {
      this.visit(this.next);
      this.next += 1;
      if (until !== Infinity && performance.now() >= until) {
        this.wait();
        return;
      }
    }
    this.done();
  }

  /** Waits until the steps so far are shown and done, before there are more. */
  private wait(): void {
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => this.go());
    });
  }
}
