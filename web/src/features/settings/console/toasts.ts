import { createToasts } from "../../../ui/toasts";

/** What the settings say after saving. */
export const toasts = createToasts();
