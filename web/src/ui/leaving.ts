import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { screen } from "../lib/screen";

/**
 * How a dialog is left: it goes out of sight in the frame of the press, and what closing it takes
 * comes after that, because the browser looks at every element of the page behind it then. One that
 * stays for all that is seen again.
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
