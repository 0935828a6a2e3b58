import { createToasts } from "../../../ui/toasts";

/** What became of moves, over the board and the order's page. */
export const toasts = createToasts();

let last = 0;

/** Says that a move was made; one such message at a time, however fast somebody works. */
export function tellMoved(text: string): void {
  toasts.dismiss(last);
  last = toasts.show({ tone: "success", text });
}
