/**
 * Notifications in this browser: whether it supports them, whether they are on, and switching them. worker/push.ts
 * shows a notification when it arrives.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "../../../lib/local";
import { pushKey, subscribe, unsubscribe } from "../../../shop/notices/api";
import { keyBytes } from "./model";

const worker = "/sw.js";

/** "off" and "on" are the visitor's choice, "blocked" is the browser's; "missing": not supported. */
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

/**
 * Asks the visitor and the browser for permission, then subscribes at the shop. `whose` returns the id
 * of the signed-in customer.
 */
export async function switchOn(whose: () => Promise<string>): Promise<PushState> {
  if (!able()) return "missing";
  const allowed = await Notification.requestPermission();
  // The visitor closed the prompt without answering: the browser asks again next time.
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

/** Subscribes this browser to the customer's notifications, for as long as they are signed in. */
async function tell(made: PushSubscription, userId: string): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("The browser gave no keys");
  await subscribe({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  writeLocal(localNames.pushFor, userId);
}

export async function switchOff(): Promise<PushState> {
  const made = able() ? await subscription() : null;
  if (!made) return "off";
  // The browser unsubscribes in any case: if the shop cannot be reached, it learns of it from the push service.
  await Promise.all([unsubscribe(made.endpoint), made.unsubscribe()]);
  removeLocal(localNames.pushFor);
  return "off";
}

/** This browser no longer shows anybody's notifications, whatever the shop has stored. */
export async function forgetBrowser(): Promise<void> {
  removeLocal(localNames.pushFor);
  if (able()) await (await subscription())?.unsubscribe();
}

/**
 * After a sign-in: if an expired session left notifications on, they continue for the same customer; those of another
 * customer stop.
 */
export async function takeOver(userId: string): Promise<void> {
  const made = able() ? await subscription() : null;
  if (!made) return;
  if (readLocal(localNames.pushFor) === userId) await tell(made, userId);
  else await forgetBrowser();
}
