/**
 * The cookies of the specification, by name, and our own two. The server never accepts a cookie as
 * proof of identity; they are the browser's memory, readable by design.
 */

import { isClosed, isLeaving } from "./closed";
import { warn } from "./log";

export const cookieNames = {
  token: "token",
  districtId: "district_id",
  addressId: "address_id",
  currency: "selectedCurrency",
  /** URL-encoded JSON {"lat": 30.05, "lng": 31.23}. */
  location: "location",
  /** "1" after the customer has chosen a default location. */
  defaultLocation: "default_location",
  /** The chosen address as one line of display text. */
  selectedAddress: "selected_address",
  selectedService: "selected_service",
  serviceName: "service_name",
  /** Ours: the interface language of addresses without a language prefix, "en" or "ar". */
  language: "language",
  /** Ours: the numerals in Arabic, "arab" (٠١٢) or "latn" (012). */
  figures: "figures",
  /** Ours: the stored copy of the signed-in customer (features/identity/account/userSlice.ts). */
  user: "wekala_user",
} as const;

export type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

export interface Point {
  lat: number;
  lng: number;
}

const day = 86_400;
/** Each cookie's lifetime in seconds: token and user as specified, location cookies a year. */
const lifetimes: Partial<Record<CookieName, number>> = { token: 7 * day, wekala_user: day };
const otherwise = 365 * day;

const watchers = new Set<() => void>();
let lastSeen = "";

function jar(): string {
  return typeof document === "undefined" ? "" : document.cookie;
}

function tell(): void {
  lastSeen = jar();
  for (const watch of [...watchers]) watch();
}

/** The decoded value of a cookie, null when absent or empty. */
export function readCookie(name: string, source: string = jar()): string | null {
  for (const piece of source.split(";")) {
    const at = piece.indexOf("=");
    if (at < 0 || piece.slice(0, at).trim() !== name) continue;
    const raw = piece.slice(at + 1).trim();
    try {
      return decodeURIComponent(raw) || null;
    } catch {
      return raw || null;
    }
  }
  return null;
}

/** Writes one of our cookies with its default lifetime, or for `seconds`. */
export function writeCookie(name: CookieName, value: string, seconds?: number): void {
  if (isClosed(name)) return;
  setRawCookie(name, value, seconds ?? lifetimes[name] ?? otherwise);
  // WebKit deletes script-written cookies after seven days, so the server sets them again with a
  // response.
  if (!lifetimes[name] && /AppleWebKit\/6/.test(navigator.userAgent)) {
    clearTimeout(renewing);
    renewing = setTimeout(() => {
      if (!isLeaving()) setAgain();
    }, 1000);
  }
}

let renewing: ReturnType<typeof setTimeout> | undefined;
let setAgain = () => {};

/** Registers the function that asks the server to set the browser's cookies again. */
export function onSetAgain(ask: () => void): void {
  setAgain = ask;
}

/** Writes any cookie; used by features with their own cookie key, such as the user slice. */
export function setRawCookie(name: string, value: string, seconds: number): void {
  const secure = typeof location !== "undefined" && location.protocol === "https:";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${
    secure ? "; secure" : ""
  }`;
  tell();
}

export function removeCookie(...names: string[]): void {
  for (const name of names) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  tell();
}

/**
 * Runs `watch` after a cookie was changed by this module, or by another tab before this one regained
 * the focus.
 */
export function watchCookies(watch: () => void): () => void {
  if (watchers.size === 0 && typeof window !== "undefined") {
    lastSeen = jar();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
  }
  watchers.add(watch);
  return () => {
    watchers.delete(watch);
    if (watchers.size === 0) {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    }
  };
}

function look(): void {
  // A page that is being left or hidden must not start anything; the next focus checks again.
  if (document.visibilityState !== "hidden" && jar() !== lastSeen) tell();
}

/** The pin in the location cookie; null when it is absent, is not JSON or has no usable values. */
export function readLocation(source: string = jar()): Point | null {
  const text = readCookie(cookieNames.location, source);
  return text === null ? null : parsePoint(text);
}

export function writeLocation(point: Point): void {
  writeCookie(cookieNames.location, JSON.stringify({ lat: point.lat, lng: point.lng }));
}

/**
 * Rounds to thousandths of a degree, so that a position is accurate to about a hundred metres only.
 */
const about = (degrees: number) => Math.round(degrees * 1000) / 1000;

/**
 * Stores the customer's position: approximately the one they gave, or else the centre of their
 * area. The centre itself is not rounded, because the server recognises it as no position.
 */
export function writePosition(middle: Point | null, given: Point | null): void {
  const isMiddle = given && middle && given.lat === middle.lat && given.lng === middle.lng;
  const kept = given && !isMiddle ? { lat: about(given.lat), lng: about(given.lng) } : middle;
  if (kept) writeLocation(kept);
}

/** Stores the selected service: its id and its name are two cookies that change together. */
export function writeService({ id, name }: { id: string; name: string }): void {
  if (readCookie(cookieNames.selectedService) !== id) {
    writeCookie(cookieNames.selectedService, id);
  }
  if (readCookie(cookieNames.serviceName) !== name) writeCookie(cookieNames.serviceName, name);
}

/** {"lat","lng"} as numbers or numeric texts within the earth's bounds, otherwise null. */
export function parsePoint(text: string): Point | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The specification requires a log line: an unreadable location counts as none.
    warn("The location cookie cannot be read and is ignored.", error);
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { lat, lng } = value as { lat?: unknown; lng?: unknown };
  const point = { lat: toNumber(lat), lng: toNumber(lng) };
  const known = Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180;
  return known ? point : null;
}

function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

/** "Needs a location" is met when the location cookie parses or a district is set. */
export function hasPlace(source: string = jar()): boolean {
  return readCookie(cookieNames.districtId, source) !== null || readLocation(source) !== null;
}
