import { type RefObject, useEffect, useRef } from "react";

/** Milliseconds after which a closed dialog has given the focus back, or tried to. */
const afterDialog = 60;

/**
 * Keeps the focus where work goes on: when a card leaves its column, it goes to the card that takes
 * its place there, or to the column's heading when none is left. `changed` is whatever the columns
 * are drawn from.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, changed: unknown) {
  const wanted = useRef<{ column: string; place: number; id: string } | null>(null);
  useEffect(() => {
    if (!wanted.current || changed === undefined) return;
    // A change in between begins the wait anew; the wish stays until it is fulfilled.
    const timer = setTimeout(() => {
      const want = wanted.current;
      const column = area.current?.querySelector<HTMLElement>(`[data-column="${want?.column}"]`);
      // Not gone yet: the next change may take it.
      if (!want || !column || column.querySelector(`[data-order="${CSS.escape(want.id)}"]`)) return;
      wanted.current = null;
      const cards = column.querySelectorAll<HTMLElement>("[data-order-link]");
      const next = cards[Math.min(want.place, cards.length - 1)];
      (next ?? column.querySelector<HTMLElement>("h2"))?.focus();
    }, afterDialog);
    return () => clearTimeout(timer);
  }, [area, changed]);
  return (column: string, place: number, id: string) => {
    wanted.current = { column, place, id };
  };
}
