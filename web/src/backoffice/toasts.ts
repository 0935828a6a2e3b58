import { createToasts } from "../ui/toasts";

/** What screens of the console tell in passing; RecordPage and RecordList show it. */
export const toasts = createToasts();
