import { createStore } from "./store";

/** Whether the page still stands as the server drew it: true while it comes to life. */
export const drawn = createStore(false);
