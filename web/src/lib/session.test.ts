import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "./cookies";
import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import {
  dropLeftovers,
  endSession,
  onSessionEnd,
  sessionName,
  startSession,
  watchOtherTabs,
} from "./session";
import { readTab, removeTab, tabNames, writeTab } from "./tab";

const told = { forget: vi.fn(), ended: vi.fn() };

beforeEach(() => {
  told.forget.mockClear();
  told.ended.mockClear();
  onSessionEnd(told);
});

/** Stores the entries of a customer who ordered, returned and registered here. */
function use(): void {
  writeCookie(cookieNames.selectedAddress, "12 Road 9");
  writeCookie(cookieNames.selectedService, "svc_grocery");
  writeCookie(cookieNames.defaultLocation, "1");
  writeLocal(localNames.comparison, "[]");
  writeLocal(localNames.deviceId, "dev");
  writeLocal(localNames.terms, "1");
  writeTab(tabNames.returnDraft, '{"iban":"EG38"}', "ord_1");
  writeTab(tabNames.checkoutDraft, '{"note":"Ring twice"}', "svc_grocery");
  writeTab(tabNames.formDraft, "{}", "page:terms");
}

function expectNothingLeft(): void {
  // The staff's unsaved work in this tab is not the customer's.
  expect(Object.keys(sessionStorage)).toEqual(["form_draft:page:terms"]);
  expect(Object.keys(localStorage)).toEqual(["device_id"]);
  expect(document.cookie).toBe("default_location=1");
}

/** Signs a customer in; the worker is notified of it. */
function signIn(token: string): void {
  startSession(token);
  told.forget.mockClear();
}

test("signing in tells the worker to forget what it still waits for, whoever was here before", () => {
  startSession("a");
  expect(told.forget).toHaveBeenCalledOnce();
});

test("a logout leaves nothing, and nothing the page still does brings it back", () => {
  signIn("a");
  use();
  endSession();
  // The next page learns only that a customer signed out, and nothing about them.
  expect(readTab(tabNames.left)).toBe('{"why":"out"}');
  // Another refusal on the page that is still open changes nothing.
  endSession({ why: "ended", at: "/account/my-orders/ord_1", who: "x" });
  expect(readTab(tabNames.left)).toBe('{"why":"out"}');
  removeTab(tabNames.left);
  expectNothingLeft();
  writeCookie(cookieNames.selectedService, "svc_grocery");
  writeCookie(cookieNames.serviceName, "Grocery");
  writeCookie(cookieNames.user, "{}");
  writeLocal(localNames.comparison, "[1]");
  writeTab(tabNames.checkoutDraft, "{}", "svc_food");
  writeTab(tabNames.returnDraft, '{"iban":"EG38"}', "ord_1");
  expectNothingLeft();
  expect(told.forget).toHaveBeenCalledOnce();
  expect(told.ended).toHaveBeenCalledOnce();
  // The next customer's entries are kept again.
  startSession("b");
  writeTab(tabNames.checkoutDraft, "{}", "svc_food");
  expect(readTab(tabNames.checkoutDraft, "svc_food")).toBe("{}");
});

test("a token that ran out: the next page clears what its session left, without a logout", () => {
  signIn("a");
  use();
  removeCookie(cookieNames.token);
  expect(dropLeftovers()).toBe(true);
  expectNothingLeft();
  expect(told.forget).toHaveBeenCalledOnce();
  expect(told.ended).not.toHaveBeenCalled();
  expect(dropLeftovers()).toBe(false);
});

test("notices left on by a session that ran out wait for the same customer, a logout ends them", () => {
  startSession("a");
  writeLocal(localNames.pushFor, "usr_1");
  removeCookie(cookieNames.token);
  dropLeftovers();
  expect(readLocal(localNames.pushFor)).toBe("usr_1");
  startSession("b");
  endSession();
  expect(readLocal(localNames.pushFor)).toBeNull();
});

test("another person signing in after a token ran out meets nothing of the first", () => {
  startSession("a");
  use();
  removeCookie(cookieNames.token);
  writeLocal(localNames.cartToken, "begun-since");
  startSession("b");
  expect(readLocal(localNames.terms)).toBeNull();
  expect(readTab(tabNames.returnDraft, "ord_1")).toBeNull();
  expect(readCookie(cookieNames.selectedAddress)).toBeNull();
  expect(readLocal(localNames.comparison)).toBeNull();
  // The guest's cart, which the session takes over.
  expect(readLocal(localNames.cartToken)).toBe("begun-since");
  expect(readLocal(localNames.sessionOf)).toBe(sessionName());
});

test("what a guest kept comes along into their session, and stays through its pages", () => {
  use();
  startSession("a");
  expect(dropLeftovers()).toBe(false);
  expect(readLocal(localNames.terms)).toBe("1");
  expect(readCookie(cookieNames.selectedService)).toBe("svc_grocery");
});

test("a logout in another tab: this one's own entries go as well", () => {
  startSession("a");
  use();
  // As the other tab does.
  localStorage.clear();
  removeCookie(cookieNames.token);
  expect(dropLeftovers()).toBe(true);
  expect(readTab(tabNames.returnDraft, "ord_1")).toBeNull();
});

test("a token that was put in another's place comes with nothing of the first", () => {
  startSession("a");
  use();
  writeCookie(cookieNames.addressId, "adr_1");
  writeCookie(cookieNames.districtId, "maadi");
  document.cookie = "token=b; path=/";
  expect(dropLeftovers()).toBe(true);
  expect(readCookie(cookieNames.token)).toBe("b");
  for (const name of [cookieNames.addressId, cookieNames.districtId, cookieNames.selectedAddress]) {
    expect(readCookie(name)).toBeNull();
  }
});

test("a tab nobody looks at forgets a session that ended elsewhere", async () => {
  startSession("a");
  use();
  const left = vi.fn();
  watchOtherTabs(left);
  const elsewhere = () =>
    window.dispatchEvent(new StorageEvent("storage", { key: localNames.sessionOf }));
  elsewhere();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(left).not.toHaveBeenCalled();
  // As the other tab does.
  removeCookie(cookieNames.token);
  removeLocal(localNames.sessionOf);
  elsewhere();
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(readTab(tabNames.returnDraft, "ord_1")).toBeNull();
  expect(readTab(tabNames.sessionOf)).toBeNull();
});
