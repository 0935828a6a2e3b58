import { type ReactNode, ViewTransition } from "react";
import { drawnByBrowser } from "../lib/history";

/** No transition where the browser animates the way back itself, as Safari does for a swipe. */
const moves = { default: "auto", [drawnByBrowser]: "none" };

/** Fades between pages; changes within a page are immediate. */
export function PageTransition({ children }: { children: ReactNode }) {
  return (
    <ViewTransition default="none" enter={moves} exit={moves}>
      {children}
    </ViewTransition>
  );
}
