/**
 * What may not be written any more: a page whose session ended stands for another second, and what
 * it is still doing must not bring back what was cleared. Opened again by the next sign-in.
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

/** The visitor asked to sign out: the server ends the session while the page still stands. */
export function beginEnding(): void {
  ending = true;
}

/** Whether what is read now may find the session over; nothing more is asked for then. */
export const isEnding = (): boolean => ending;
