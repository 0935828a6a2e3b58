import type { Field } from "./model";

/** Scrolls the part of the page that needs a correction into view, and focuses its control. */
export function focusOn(root: HTMLElement | null, field: Field): void {
  if (field === "terms") {
    // The box exists twice, at the bottom on phones and next to the sums: focuses the visible one.
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
