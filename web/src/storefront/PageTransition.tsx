import { type ReactNode, ViewTransition } from "react";
import { drawnByBrowser } from "../lib/history";

/** A browser that draws the way back itself, as Safari does under a finger, is left alone. */
const moves = { default: "auto", [drawnByBrowser]: "none" };

/** Fades from page to page; what changes within one changes at once. */
export function PageTransition({ children }: { children: ReactNode }) {
  return (
    <ViewTransition default="none" enter={moves} exit={moves}>
      {children}
    </ViewTransition>
  );
}
