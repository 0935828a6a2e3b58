import { useEffect } from "react";

/** A page that is moved by less did not change its direction. */
const least = 8;
/** The head stays over so much of the page's beginning. */
const beginning = 160;

/**
 * On a phone the head is out of sight while somebody reads on, and comes back as soon as they turn back: theme.css
 * draws it by this attribute of the document.
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
