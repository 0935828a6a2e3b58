import { type RefObject, useEffect, useRef } from "react";

/** Milliseconds until a closed dialog has returned the focus, or tried to. */
const afterDialog = 60;

/**
 * Keeps the focus at the place of work: when a card leaves its column, the focus moves to the card that takes its
 * place, or to the column's heading if none is left. `changed` is the data that the columns show.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, changed: unknown) {
  const wanted = useRef<{ column: string; place: number; id: string } | null>(null);
  useEffect(() => {
    if (!wanted.current || changed === undefined) return;
    // Another change restarts the wait. The requested focus is kept until it can be set.
    const timer = setTimeout(() => {
      const want = wanted.current;
      const column = area.current?.querySelector<HTMLElement>(`[data-column="${want?.column}"]`);
      // The card is still there: a later change may remove it.
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
