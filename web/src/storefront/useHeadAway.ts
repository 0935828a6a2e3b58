import { useEffect } from "react";

/** Scrolling by fewer pixels does not count as a change of direction. */
const least = 8;
/** The header stays visible over this many pixels at the page's beginning. */
const beginning = 160;

/**
 * On a phone the header is hidden while the customer scrolls down, and reappears as soon as they
 * scroll back up: theme.css styles it by this attribute of the document.
 */
export function useHeadAway(): void {
  useEffect(() => {
    const root = document.documentElement;
    let last = window.scrollY;
    const look = () => {
      const now = window.scrollY;
      if (now > beginning && Math.abs(now - last) < least) return;
      root.toggleAttribute("data-head-away", now > beginning && now > last);
      last = now;
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      root.removeAttribute("data-head-away");
    };
  }, []);
}
