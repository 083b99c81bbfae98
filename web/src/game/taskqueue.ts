// The tasks of a game, in the order in which they were asked for. Each
// task waits for those before it, which may take their time elsewhere.

/** Does a thing: at once, or gives a promise. */
type Work<T> = (next: T) => void | Promise<void>;

export class TaskQueue<T> {
  private waiting: T[] = [];
  private current: T | null = null;
  private held = 0;
  /** True while a task is being done that takes no time. */
  private going = false;

  constructor(
    private readonly work: Work<T>,
    /** Told when something took its time and is done. */
    private readonly settled: () => void,
  ) {}

  /** The tasks that are not done yet, the current one first. */
  get rest(): T[] {
    return this.current === null ? [...this.waiting] : [this.current, ...this.waiting];
  }

  add(next: T): void {
    this.waiting.push(next);
    this.go();
  }

  /** Forgets what waits. */
  clear(): T[] {
    const left = this.waiting;
    this.waiting = [];
    return left;
  }

  /** Lets nothing more be done until a promise is settled. */
  hold(until: Promise<unknown>): void {
    this.held += 1;
    const release = () => {
      this.held -= 1;
      this.go();
      this.settled();
    };
    until.then(release, release);
  }

  private go(): void {
    if (this.going) return;
    this.going = true;
    while (this.current === null && this.held === 0) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      const done = this.work(next);
      if (done instanceof Promise) this.await(next, done);
    }
    this.going = false;
  }

  private await(next: T, done: Promise<void>): void {
    this.current = next;
    const end = () => {
      this.current = null;
      this.go();
      this.settled();
    };
    done.then(end, end);
  }
}
