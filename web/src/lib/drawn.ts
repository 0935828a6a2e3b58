import { createStore } from "./store";

/** Whether the page is still as the server rendered it: true during hydration. */
export const drawn = createStore(false);
