import type { InfiniteData } from "@tanstack/react-query";
import type { Page } from "../../../api/query";
import type { ShopNotice } from "../../../api/types";
import type { IconName } from "../../../ui/Icon";

const icons: Readonly<Record<string, IconName>> = {
  orders: "bag",
  favourites: "heart",
  wallet: "wallet",
  payments: "wallet",
  shipping: "wallet",
  support: "chat",
  loyalty: "star",
  referral: "share",
  returns: "undo",
  quotations: "note",
};

/** The icon in front of a notice, for its subject. */
export const iconOf = (kind: string): IconName => icons[kind] ?? "bell";

const tones: Readonly<Record<string, "plain" | "offer">> = {
  favourites: "offer",
  loyalty: "offer",
  referral: "offer",
  support: "plain",
  quotations: "plain",
};

/** The background of the icon: orders and their money, presents, or messages. */
export const toneOf = (kind: string): "go" | "plain" | "offer" => tones[kind] ?? "go";

/** Notices by the day of their arrival, the latest first, as in the list; `nameOf` names a day. */
export function daysOf<T extends { at: string }>(
  notices: readonly T[],
  nameOf: (at: number) => string,
): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = [];
  for (const one of notices) {
    const day = nameOf(Date.parse(one.at));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(one);
    else days.push({ day, items: [one] });
  }
  return days;
}

type Loaded = InfiniteData<Page<ShopNotice>>;

/** The list after one notice, or all for null, is marked as read. */
export function asRead(list: Loaded | undefined, id: string | null): Loaded | undefined {
  if (!list) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (id === null || one.id === id ? { ...one, read: true } : one)),
  }));
  return { ...list, pages };
}

/** The server's key as browsers need it: the bytes of URL-safe base64. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = new Uint8Array(new ArrayBuffer(text.length));
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
