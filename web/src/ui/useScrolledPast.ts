import { useCallback, useState } from "react";

/** Whether something on the page has been scrolled out of sight, upwards or not reached yet. */
export function useScrolledPast() {
  const [past, setPast] = useState(false);
  const button = useCallback((element: HTMLDivElement) => {
    if (typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      // Of one that is half in sight the bar that goes uncovers the rest: the two never stand above each other.
      (entries) => setPast((entries.at(-1)?.intersectionRatio ?? 1) < 0.5),
      { rootMargin: "-64px 0px -72px 0px", threshold: [0, 0.5] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { past, button };
}
