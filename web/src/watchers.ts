// Functions that want to know of changes.

export class Watchers<T = void> {
  private readonly all = new Set<(change: T) => void>();

  /** Calls a function with each change until the function given back is called. */
  readonly watch = (watcher: (change: T) => void): (() => void) => {
    this.all.add(watcher);
    return () => {
      this.all.delete(watcher);
    };
  };

  notify(change: T): void {
    for (const watcher of this.all) watcher(change);
  }
}
