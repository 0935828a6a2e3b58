/**
 * The mark of a login under way (`login_status`): while a request of a sign-in runs, a 401 does not
 * log out. Success or failure clears it, and so does leaving the page; a page that crashed is found
 * out by the next one.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";

/** Held by every page with a login under way, and let go by the browser with the page. */
const lock = "wekala_login";

let running = 0;

const clear = () => removeLocal(localNames.loginStatus);

/** Runs one request of a sign-in, marked as pending. */
export async function whilePending<T>(run: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  running += 1;
  writeLocal(localNames.loginStatus, "pending");
  // Where there are no locks (plain http elsewhere than at home), the mark is all there is.
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

/** At the start of a page: a mark without a page that has a login under way is one left behind. */
export async function dropStaleMark(): Promise<void> {
  if (readLocal(localNames.loginStatus) === null) return;
  const held = await globalThis.navigator?.locks
    ?.query()
    .then((all) => all.held?.some(({ name }) => name === lock) ?? false)
    .catch(() => false);
  if (!held && running === 0) clear();
}
