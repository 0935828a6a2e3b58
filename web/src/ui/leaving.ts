import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { screen } from "../lib/screen";

/**
 * Closes a dialog in two steps: it is hidden in the frame of the press and closed after that,
 * because closing makes the browser process every element of the page behind it. A dialog that
 * stays open after all is shown again.
 */
export function leaving(
  box: RefObject<HTMLDialogElement | null>,
  onLeave: () => void,
  allowed: boolean,
): () => void {
  return () => {
    const dialog = box.current;
    if (!allowed || !dialog || dialog.dataset.leaving !== undefined) return;
    dialog.dataset.leaving = "";
    screen.after(() => {
      if (dialog.open) flushSync(onLeave);
      delete dialog.dataset.leaving;
    });
  };
}
