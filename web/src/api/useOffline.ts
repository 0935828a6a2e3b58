import { useEffect } from "react";
import { useStore } from "../lib/useStore";
import { lookForShop, reachable } from "./online";

/** Whether the shop does not answer, for the one part of a page that says so. */
export function useOffline(): boolean {
  useEffect(() => {
    const look = () => void lookForShop();
    // Where the worker answers, a page that stands there says nothing about the network.
    if (!navigator.onLine || navigator.serviceWorker?.controller) look();
    // The browser's word is only a reason to look.
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return !useStore(reachable);
}
