/** A value that changes and tells those who watch it: the least a client store can be. */
export interface Store<T> {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  subscribe(watch: () => void): () => void;
  /** What pages are drawn with on the server, and once more when they come to life. */
  readonly onServer: T;
}

/** `onServer` is said where the browser may begin with something kept. */
export function createStore<T>(initial: T, onServer: T = initial): Store<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const now = typeof next === "function" ? (next as (now: T) => T)(value) : next;
      if (Object.is(now, value)) return;
      value = now;
      for (const watch of [...watchers]) watch();
    },
    subscribe(watch) {
      watchers.add(watch);
      return () => {
        watchers.delete(watch);
      };
    },
    onServer,
  };
}
