import { useEffect } from "react";
import { useStore } from "../lib/useStore";
import { lookForShop, reachable } from "./online";

/** Whether the shop is unreachable, for the one part of a page that shows it. */
export function useOffline(): boolean {
  useEffect(() => {
    const look = () => void lookForShop();
    // Where the worker answers, a loaded page is no evidence of a network.
    if (!navigator.onLine || navigator.serviceWorker?.controller) look();
    // The browser's events are only a reason to check.
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return !useStore(reachable);
}
