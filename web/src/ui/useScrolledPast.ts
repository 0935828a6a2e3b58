import { useCallback, useState } from "react";

/** Whether an element of the page is outside the screen, scrolled past or not reached yet. */
export function useScrolledPast() {
  const [past, setPast] = useState(false);
  const button = useCallback((element: HTMLDivElement) => {
    if (typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      // An element half in view is uncovered when the bar disappears, so the two are never both
      // visible.
      (entries) => setPast((entries.at(-1)?.intersectionRatio ?? 1) < 0.5),
      { rootMargin: "-64px 0px -72px 0px", threshold: [0, 0.5] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { past, button };
}
