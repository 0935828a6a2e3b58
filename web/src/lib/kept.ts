/**
 * What the browser keeps about itself, beyond any sign-in and logout: a name for the device, what
 * the server knows it by, and the code of an invitation until somebody registers with it. Storage may
 * be refused; the device is
 * then a new one each time, which the server can bear.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";

/** A random name for this device, the same for everybody who uses it. */
export function deviceId(): string {
  const known = readLocal(localNames.deviceId);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  writeLocal(localNames.deviceId, made);
  return made;
}

/** The header by which a sign-in says which device it comes from. */
export const deviceHeader = (): Record<string, string> => ({ "device-id": deviceId() });

/**
 * The headers of everything that signs in or proves who somebody is: a browser that has signed in
 * here is served when strangers use up what their phone is sent.
 */
export function signInHeaders(): Record<string, string> {
  const secret = readLocal(localNames.deviceSecret);
  return { ...deviceHeader(), ...(secret === null ? {} : { "device-secret": secret }) };
}

/** Keeps what the server gave this browser, beyond any logout; null where the one it has stays. */
export function keepDevice(secret: string | null): void {
  if (secret !== null) writeLocal(localNames.deviceSecret, secret);
}

/** Codes are letters and figures; whatever else a link holds is none. */
const codeShape = /^[\p{L}\p{N}]{4,20}$/u;

export const keptInvitation = (): string | null => readLocal(localNames.invitation);

/** Keeps the code of a link ("?ref=CODE"). True when there was one that looks like a code. */
export function keepInvitation(search: string): boolean {
  const code = new URLSearchParams(search).get("ref")?.trim() ?? "";
  if (!codeShape.test(code)) return false;
  writeLocal(localNames.invitation, code.toUpperCase());
  return true;
}

export const forgetInvitation = (): void => removeLocal(localNames.invitation);
