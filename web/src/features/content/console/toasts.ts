import { createToasts } from "../../../ui/toasts";

/** What the content pages tell in passing. */
export const toasts = createToasts();
