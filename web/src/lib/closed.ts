/**
 * Names of entries that may not be written any more: after a session ended, its page stays for
 * another second, and code still running must not restore what was cleared. The next sign-in opens
 * them again.
 */

const closed = new Set<string>();

export function closeFor(names: Iterable<string>): void {
  for (const name of names) closed.add(name);
}

export function openAll(): void {
  closed.clear();
  ending = false;
}

export const isClosed = (name: string): boolean => closed.has(name);

/** Whether a session ended on this page, which is about to be left. */
export const isLeaving = (): boolean => closed.size > 0;

let ending = false;

/** The visitor asked to sign out: the server ends the session while the page is still open. */
export function beginEnding(): void {
  ending = true;
}

/** Whether a request may find the session ended because of a sign-out under way; it is not retried then. */
export const isEnding = (): boolean => ending;
