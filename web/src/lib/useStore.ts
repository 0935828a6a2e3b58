import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/**
 * Returns a store's value. The first render in the browser repeats the server's value so that hydration
 * matches; if the store's value differs, it follows immediately.
 */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.onServer);
}
