/**
 * This browser's part of notices: whether it can show them, whether it does, and switching. What it
 * shows when one arrives is in worker/push.ts.
 */

import { pushKey, subscribe, unsubscribe } from "./api";
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

/** Asks the visitor, then the browser, then the shop. */
export async function switchOn(): Promise<PushState> {
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
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("The browser gave no keys");
  try {
    await subscribe({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return "on";
}

export async function switchOff(): Promise<PushState> {
  const made = able() ? await subscription() : null;
  if (!made) return "off";
  await unsubscribe(made.endpoint);
  await made.unsubscribe();
  return "off";
}
