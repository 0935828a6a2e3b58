import { createToasts } from "../../../ui/toasts";

/** What the page of undelivered messages tells in passing. */
export const toasts = createToasts();
