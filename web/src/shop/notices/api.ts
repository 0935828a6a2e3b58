import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalList, personalQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The customer's notices, newest first. */
export const noticesList = (scope: Scope, page = 1) =>
  personalList(scope, "/notifications", { from: page, needsLogin: true, staleTime: 0 });

/** The number of unread notices. */
export const unreadQuery = (scope: Scope) =>
  personalQuery(scope, "/notifications/unread", {
    needsLogin: true,
    staleTime: 30_000,
  });

export const markRead = async (id: string) =>
  (await request("POST", "/notifications/{id}/read", { path: { id }, suppressToast: true })).data;

export const markAllRead = async () =>
  (await request("POST", "/notifications/read", { suppressToast: true })).data;

export const pushKey = async () =>
  (await request("GET", "/push/key", { suppressToast: true })).data.key;

export type BrowserKeys = Body<"POST", "/push/subscriptions">;

export const subscribe = (browser: BrowserKeys) =>
  request("POST", "/push/subscriptions", { body: browser, suppressToast: true });

export const unsubscribe = (endpoint: string) =>
  request("DELETE", "/push/subscriptions", { query: { endpoint }, suppressToast: true });
