/** A value that notifies its subscribers when it changes: a minimal client store. */
export interface Store<T> {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  subscribe(watch: () => void): () => void;
  /** The value for rendering on the server and for hydration. */
  readonly onServer: T;
}

/** Pass `onServer` where the browser may start with a stored value. */
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
