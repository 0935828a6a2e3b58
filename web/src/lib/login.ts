/**
 * Marks a running login (`login_status`): while a sign-in request runs, a 401 does not log out.
 * Success, failure or leaving the page clears the mark; the next page detects the mark of a page that
 * crashed.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";

/** A lock held by every page with a running login; the browser releases it with the page. */
const lock = "wekala_login";

let running = 0;

const clear = () => removeLocal(localNames.loginStatus);

/** Runs one request of a sign-in, marked as pending. */
export async function whilePending<T>(run: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  running += 1;
  writeLocal(localNames.loginStatus, "pending");
  // Browsers without locks (plain http, except on localhost) rely on the mark alone.
  void globalThis.navigator?.locks
    ?.request(lock, { mode: "shared" }, () => {
      return new Promise<void>((free) => {
        if (done.signal.aborted) free();
        else done.signal.addEventListener("abort", () => free());
      });
    })
    .catch(() => undefined);
  globalThis.addEventListener?.("pagehide", clear);
  try {
    return await run();
  } finally {
    done.abort();
    running -= 1;
    if (running === 0) {
      clear();
      globalThis.removeEventListener?.("pagehide", clear);
    }
  }
}

/** Runs at the start of a page: removes a mark if no open page has a running login. */
export async function dropStaleMark(): Promise<void> {
  if (readLocal(localNames.loginStatus) === null) return;
  const held = await globalThis.navigator?.locks
    ?.query()
    .then((all) => all.held?.some(({ name }) => name === lock) ?? false)
    .catch(() => false);
  if (!held && running === 0) clear();
}
