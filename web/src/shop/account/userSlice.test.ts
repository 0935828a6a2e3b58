import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { User } from "../../api/types";
import { cookieNames, readCookie } from "../../lib/cookies";
import { endSession } from "../../lib/session";
import {
  cookieStore,
  copyValid,
  keepUser,
  keptUser,
  mergeUser,
  restoreUser,
  restoreWait,
  type UserStore,
} from "./userSlice";

const now = Date.parse("2026-11-20T10:00:00Z");
const mona: User = {
  id: "usr_1",
  name: "منى السيد",
  phone: "+201012345678",
  email: null,
  email_verified: false,
  company_name: null,
  birthdate: null,
  gender: null,
  photo: null,
  lang: "ar",
  has_password: false,
  default_address_id: null,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the copy lies under the product's key and counts for ten seconds", async () => {
  expect(copyValid).toBe(10_000);
  keepUser(mona, "s1", now);
  expect(readCookie("wekala_user")).toContain("usr_1");
  expect(await restoreUser("s1", now + copyValid - 1)).toEqual({ user: mona, at: now });
  expect(await restoreUser("s1", now + copyValid)).toBeNull();
  expect(keptUser("s1", now + copyValid - 1)).toEqual({ user: mona, at: now });
  expect(keptUser("s1", now - 1)).toBeNull();
});

test("the cookie is kept for one day", () => {
  const set = vi.spyOn(document, "cookie", "set");
  keepUser(mona, "s1", now);
  expect(set.mock.calls[0]?.[0]).toMatch(/^wekala_user=.*; max-age=86400;/);
});

test("a copy belongs to its session", () => {
  keepUser(mona, "s1", now);
  expect(keptUser("s2", now)).toBeNull();
  expect(keptUser("", now)).toBeNull();
});

test("a restoration is waited for five seconds at most", async () => {
  const slow: UserStore = { ...cookieStore, read: () => new Promise(() => {}) };
  const done = vi.fn();
  expect(restoreWait).toBe(5_000);
  void restoreUser("s1", now, slow).then(done);
  await vi.advanceTimersByTimeAsync(restoreWait - 1);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledExactlyOnceWith(null);
});

test("what cannot be read is as good as none", async () => {
  for (const text of [
    "{",
    "null",
    "[]",
    '{"at":1}',
    '{"session":"s1","at":"x","user":{"id":"1"}}',
  ]) {
    cookieStore.write(text);
    expect(keptUser("s1", now)).toBeNull();
  }
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const broken: UserStore = {
    ...cookieStore,
    read: () => {
      throw new Error("no cookies here");
    },
  };
  expect(await restoreUser("s1", now, broken)).toBeNull();
});

test("fields are merged in", async () => {
  await mergeUser({ name: "Mona" }, "s1", now);
  expect(keptUser("s1", now)).toBeNull();
  keepUser(mona, "s1", now);
  await mergeUser({ name: "Mona", email: "mona@example.com" }, "s1", now + 1_000);
  expect(keptUser("s1", now + 1_000)).toEqual({
    user: { ...mona, name: "Mona", email: "mona@example.com" },
    at: now + 1_000,
  });
});

test("a profile too large for a cookie is not kept", () => {
  keepUser(mona, "s1", now);
  keepUser({ ...mona, company_name: "شركة".repeat(200) }, "s1", now);
  expect(keptUser("s1", now)).toBeNull();
});

test("logging out removes the copy", () => {
  keepUser(mona, "s1", now);
  endSession();
  expect(readCookie(cookieNames.user)).toBeNull();
});
