import type { Field } from "./model";

/** Brings the part of the page that needs something into sight, and the focus to its control. */
export function focusOn(root: HTMLElement | null, field: Field): void {
  if (field === "terms") {
    // Once at the foot of a phone, once beside the sums: the one in sight.
    for (const box of document.querySelectorAll<HTMLElement>("[data-terms] input"))
      if (box.offsetParent !== null || box.getClientRects().length > 0) box.focus();
    return;
  }
  const home = field === "changeFor" ? "method" : field === "note" ? "tip" : field;
  const part = root?.querySelector<HTMLElement>(`[data-field="${home}"]`);
  part?.scrollIntoView({ block: "center" });
  const controls = "input:not([disabled]), textarea, button:not([data-fold]), a[href]";
  const wrong = part?.querySelector<HTMLElement>("[aria-invalid]");
  (wrong ?? part?.querySelector<HTMLElement>(controls))?.focus({ preventScroll: true });
}
