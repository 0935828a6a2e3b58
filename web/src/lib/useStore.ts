import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/**
 * The value of a store in a component. The first drawing in the browser repeats the server's, so
 * that they agree; the store's own value follows at once where it is another.
 */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.onServer);
}
