/** The staff member's token: apart from a shopper's, so one person can be both in one browser. */

import { createStore } from "./store";

const name = "wekala_console";

function read(): string | null {
  try {
    return localStorage.getItem(name) || null;
  } catch {
    return null;
  }
}

/** The token, null when nobody of the staff is signed in. */
export const staffToken = createStore<string | null>(
  typeof localStorage === "undefined" ? null : read(),
);

if (typeof window !== "undefined") {
  // Signing in or out in one tab holds for all of them.
  window.addEventListener("storage", (event) => {
    if (event.key === name || event.key === null) staffToken.set(read());
  });
}

/** Called by the sign-in page. */
export function startStaffSession(token: string): void {
  try {
    localStorage.setItem(name, token);
  } catch {
    // Refused storage: the session lasts as long as this page.
  }
  staffToken.set(token);
}

export function endStaffSession(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // As above.
  }
  staffToken.set(null);
}
