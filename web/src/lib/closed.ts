/**
 * Names of entries that must not be written any longer. After a session ends, its page stays open for a
 * second, and code that is still running must not restore what was cleared. The next sign-in allows
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

/** Whether a request may fail because a sign-out is running; such a request is not retried. */
export const isEnding = (): boolean => ending;
