/**
 * The user slice: the signed-in customer, kept in a cookie under the product's own key so that a page opened a moment
 * later shows the customer immediately. The copy is valid for 10 seconds, the cookie expires after a day, and restoring
 * it takes 5 seconds at most. A copy belongs to the session it was made in; logging out removes it (lib/session.ts).
 */

import type { User } from "../../api/types";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { warn } from "../../lib/log";

/** Milliseconds for which the stored copy is valid. */
export const copyValid = 10_000;
/** Milliseconds to wait for a restoration. */
export const restoreWait = 5_000;
/** Browsers keep about 4,096 bytes per cookie, including its name and attributes. */
const largest = 3_500;

export interface KeptUser {
  user: User;
  /** When the server returned this user, in Unix milliseconds. */
  at: number;
}

interface Copy extends KeptUser {
  session: string;
}

/** Where the copy is stored. A cookie is read synchronously; other stores may be asynchronous. */
export interface UserStore {
  read: () => string | null | Promise<string | null>;
  write: (text: string) => void;
  remove: () => void;
}

/** The specified store: a cookie that lasts one day. */
export const cookieStore: UserStore = {
  read: () => readCookie(cookieNames.user),
  write: (text) => writeCookie(cookieNames.user, text),
  remove: () => removeCookie(cookieNames.user),
};

/** Stores the server's answer. A profile too large for a cookie is not stored at all. */
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

/** Changes some fields of the stored user, as after a saved form; does nothing without a copy. */
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
 * The stored user of this session; null when there is none, it is older than 10 seconds, belongs to
 * another session, cannot be read, or does not arrive within 5 seconds.
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

/** Reads the cookie synchronously, as initial data for the profile's query. */
export function keptUser(session: string, now: number): KeptUser | null {
  return usable(readCookie(cookieNames.user), session, now);
}

/** The customer id in the stored copy, however old it is: used only to recognise the same customer again. */
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
    // Truncated or tampered with: treated as missing.
    return null;
  }
  const { user, at, session: owner } = copy ?? {};
  if (owner !== session || typeof at !== "number" || !user?.id) return null;
  // A copy from the future comes from a clock that was set back.
  return now - at < copyValid && at <= now ? { user, at } : null;
}
