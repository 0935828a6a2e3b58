/**
 * This browser's part of notices: whether it can show them, whether it does, and switching. What it
 * shows when one arrives is in worker/push.ts.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "../../../lib/local";
import { pushKey, subscribe, unsubscribe } from "../../../shop/notices/api";
import { keyBytes } from "./model";

const worker = "/sw.js";

/** "off" and "on" are the visitor's choice, "blocked" the browser's, "missing" nobody's. */
export type PushState = "missing" | "blocked" | "off" | "on";

const able = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
  const registered = await navigator.serviceWorker.getRegistration("/");
  return (await registered?.pushManager?.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!able()) return "missing";
  if (Notification.permission === "denied") return "blocked";
  return (await subscription()) ? "on" : "off";
}

/** Asks the visitor, then the browser, then the shop. `whose` answers the id of who is signed in. */
export async function switchOn(whose: () => Promise<string>): Promise<PushState> {
  if (!able()) return "missing";
  const allowed = await Notification.requestPermission();
  // Closed without an answer: the browser asks again the next time.
  if (allowed !== "granted") return allowed === "denied" ? "blocked" : "off";
  const key = await pushKey();
  if (key === "") return "missing";
  await navigator.serviceWorker.register(worker);
  const ready = await navigator.serviceWorker.ready;
  const made = await ready.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  try {
    await tell(made, await whose());
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return "on";
}

/** Has the shop tell this customer's news here, for as long as they are signed in. */
async function tell(made: PushSubscription, userId: string): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("The browser gave no keys");
  await subscribe({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  writeLocal(localNames.pushFor, userId);
}

export async function switchOff(): Promise<PushState> {
  const made = able() ? await subscription() : null;
  if (!made) return "off";
  // The browser is asked in any case: without a network the shop hears of it from the push service.
  await Promise.all([unsubscribe(made.endpoint), made.unsubscribe()]);
  removeLocal(localNames.pushFor);
  return "off";
}

/** This browser shows nobody's news any more, whatever the shop knows. */
export async function forgetBrowser(): Promise<void> {
  removeLocal(localNames.pushFor);
  if (able()) await (await subscription())?.unsubscribe();
}

/**
 * Somebody signed in. Where notices were left on by a session that ran out, they go on for the same
 * customer; the news of anybody else stop.
 */
export async function takeOver(userId: string): Promise<void> {
  const made = able() ? await subscription() : null;
  if (!made) return;
  if (readLocal(localNames.pushFor) === userId) await tell(made, userId);
  else await forgetBrowser();
}
