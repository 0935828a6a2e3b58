import { createToasts } from "../ui/toasts";

/** What the storefront tells in passing; features/cart/components/CartNotification.tsx shows it. */
export const shopToasts = createToasts();
