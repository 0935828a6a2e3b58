import { createToasts } from "../../../ui/toasts";

/** What became of moves, over the board and the order's page. */
export const toasts = createToasts();
