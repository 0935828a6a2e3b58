/**
 * Entries that belong to the browser itself and survive every sign-in and logout: a name for the device, the secret by
 * which the server recognises it, and an invitation code until a customer registers with it. Storage may be refused;
 * the device is then a new one each time, which the server accepts.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";

/** A random name for this device, the same for all customers who use it. */
export function deviceId(): string {
  const known = readLocal(localNames.deviceId);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  writeLocal(localNames.deviceId, made);
  return made;
}

/** The header that identifies the device of a sign-in. */
export const deviceHeader = (): Record<string, string> => ({ "device-id": deviceId() });

/**
 * The headers of every request that signs in or proves an identity: a browser that has signed in
 * here before is still served when strangers use up the limit of codes sent to its customer's
 * phone.
 */
export function signInHeaders(): Record<string, string> {
  const secret = readLocal(localNames.deviceSecret);
  return { ...deviceHeader(), ...(secret === null ? {} : { "device-secret": secret }) };
}

/** Stores the device secret from the server, which survives every logout; null keeps the present one. */
export function keepDevice(secret: string | null): void {
  if (secret !== null) writeLocal(localNames.deviceSecret, secret);
}

/** Codes consist of letters and digits; anything else in a link is ignored. */
const codeShape = /^[\p{L}\p{N}]{4,20}$/u;

export const keptInvitation = (): string | null => readLocal(localNames.invitation);

/** Stores the code of a link ("?ref=CODE"). True when the link has a well-formed code. */
export function keepInvitation(search: string): boolean {
  const code = new URLSearchParams(search).get("ref")?.trim() ?? "";
  if (!codeShape.test(code)) return false;
  writeLocal(localNames.invitation, code.toUpperCase());
  return true;
}

export const forgetInvitation = (): void => removeLocal(localNames.invitation);
