import { createToasts } from "../ui/toasts";

/** The toasts of the console's screens; RecordPage and RecordList show them. */
export const toasts = createToasts();
