import { useEffect } from "react";
import { drawn } from "../lib/drawn";
import { createStore } from "../lib/store";

/** Turns true when the first page's own elements work, which is after the shell's do. */
export const pageReady = createStore(false);

/** Called by every component that replaces the first page. */
export function usePageReady(): void {
  useEffect(() => {
    drawn.set(false);
    pageReady.set(true);
  }, []);
}
