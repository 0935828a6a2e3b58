import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/**
 * The value of a store in a component. `onServer` is what the server rendered with and the first
 * browser render repeats, so hydration always agrees; the store's own value follows at once.
 */
export function useStore<T>(store: Store<T>, onServer: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}
