/**
 * The user slice: who is signed in, kept in a cookie under a key of the product's own so that a page
 * opened a moment later says so at once. The copy counts for 10 seconds, the cookie is gone after a
 * day, and whoever restores it waits for 5 seconds at most. A copy belongs to the session it was
 * made in; logging out removes it (lib/session.ts).
 */

import type { User } from "../../api/types";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { warn } from "../../lib/log";

/** Milliseconds the stored copy counts. */
export const copyValid = 10_000;
/** Milliseconds a restoration is waited for. */
export const restoreWait = 5_000;
/** Browsers keep about 4,096 bytes a cookie, its name and attributes included. */
const largest = 3_500;

export interface KeptUser {
  user: User;
  /** When the server said so, unix milliseconds. */
  at: number;
}

interface Copy extends KeptUser {
  session: string;
}

/** Where the copy lies. A browser's cookie answers at once; another place may take its time. */
export interface UserStore {
  read: () => string | null | Promise<string | null>;
  write: (text: string) => void;
  remove: () => void;
}

/** The specified store: a cookie of one day. */
export const cookieStore: UserStore = {
  read: () => readCookie(cookieNames.user),
  write: (text) => writeCookie(cookieNames.user, text),
  remove: () => removeCookie(cookieNames.user),
};

/** Keeps what the server said. A profile too large for a cookie is not kept at all. */
export function keepUser(
  user: User,
  session: string,
  now: number,
  store: UserStore = cookieStore,
): void {
  const text = JSON.stringify({ user, at: now, session } satisfies Copy);
  if (encodeURIComponent(text).length > largest) store.remove();
  else store.write(text);
}

/** Changes some fields of the kept user, as after a saved form; without a copy there is nothing to change. */
export async function mergeUser(
  changes: Partial<User>,
  session: string,
  now: number,
  store: UserStore = cookieStore,
): Promise<void> {
  const kept = await restoreUser(session, now, store);
  if (kept) keepUser({ ...kept.user, ...changes }, session, now, store);
}

/**
 * The kept user of this session, null when there is none, it is older than 10 seconds, it is
 * somebody else's or cannot be read, or it did not come within 5 seconds.
 */
export function restoreUser(
  session: string,
  now: number,
  store: UserStore = cookieStore,
): Promise<KeptUser | null> {
  return new Promise((resolve) => {
    const tooLate = setTimeout(() => resolve(null), restoreWait);
    const settle = (kept: KeptUser | null) => {
      clearTimeout(tooLate);
      resolve(kept);
    };
    Promise.resolve()
      .then(store.read)
      .then(
        (text) => settle(usable(text, session, now)),
        (error: unknown) => {
          warn("The kept user cannot be read and is ignored.", error);
          settle(null);
        },
      );
  });
}

/** The same without waiting, for the cookie, which needs none: first data of the profile's query. */
export function keptUser(session: string, now: number): KeptUser | null {
  return usable(readCookie(cookieNames.user), session, now);
}

/** Whose copy lies here, however old it is: only to know the same customer again. */
export function keptId(): string | null {
  try {
    const copy = JSON.parse(readCookie(cookieNames.user) ?? "null") as Partial<Copy> | null;
    return copy?.user?.id || null;
  } catch {
    return null;
  }
}

function usable(text: string | null, session: string, now: number): KeptUser | null {
  if (text === null || session === "") return null;
  let copy: Partial<Copy> | null;
  try {
    copy = JSON.parse(text) as Partial<Copy> | null;
  } catch {
    // Cut or tampered with: as good as none.
    return null;
  }
  const { user, at, session: owner } = copy ?? {};
  if (owner !== session || typeof at !== "number" || !user?.id) return null;
  // A copy from the future comes from a clock that was set back.
  return now - at < copyValid && at <= now ? { user, at } : null;
}
