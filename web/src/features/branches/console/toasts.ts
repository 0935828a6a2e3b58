import { createToasts } from "../../../ui/toasts";

/** What the page of a branch's settings tells in passing. */
export const toasts = createToasts();
