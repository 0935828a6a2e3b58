import { createToasts } from "../../../ui/toasts";

/** What the coupon pages tell in passing. */
export const toasts = createToasts();
