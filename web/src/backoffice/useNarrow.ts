import { useSyncExternalStore } from "react";

const media = "(max-width: 767px)";
const narrow = () => globalThis.matchMedia?.(media) as MediaQueryList | undefined;

/** Whether the screen is a phone's: rows of a table are cards then. The console is drawn in browsers only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = narrow();
      list?.addEventListener("change", changed);
      return () => list?.removeEventListener("change", changed);
    },
    () => narrow()?.matches ?? false,
  );
}
