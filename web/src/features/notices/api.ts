import { request } from "../../api/client";
import { personalList, personalQuery } from "../../api/query";
import type { NoticeCount, ShopNotice } from "../../api/types";
import type { Scope } from "../../lib/scope";

/** What somebody was told, newest first. */
export const noticesList = (scope: Scope, page = 1) =>
  personalList<ShopNotice>(scope, "/notifications", {}, page, { needsLogin: true, staleTime: 0 });

/** How much of it they have not read. */
export const unreadQuery = (scope: Scope) =>
  personalQuery<NoticeCount>(scope, "/notifications/unread", {
    needsLogin: true,
    staleTime: 30_000,
  });

export const markRead = async (id: string) =>
  (
    await request<NoticeCount>("POST", `/notifications/${encodeURIComponent(id)}/read`, {
      suppress: true,
    })
  ).data;

export const markAllRead = async () =>
  (await request<NoticeCount>("POST", "/notifications/read", { suppress: true })).data;

export const pushKey = async () =>
  (await request<{ key: string }>("GET", "/push/key", { suppress: true })).data.key;

export interface BrowserKeys {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export const subscribe = (browser: BrowserKeys) =>
  request<unknown>("POST", "/push/subscriptions", { body: browser, suppress: true });

export const unsubscribe = (endpoint: string) =>
  request<unknown>("DELETE", `/push/subscriptions?endpoint=${encodeURIComponent(endpoint)}`, {
    suppress: true,
  });
