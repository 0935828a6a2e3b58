import { beforeEach, expect, test } from "vitest";
import {
  deviceHeader,
  deviceId,
  forgetInvitation,
  keepDevice,
  keepInvitation,
  keptInvitation,
  signInHeaders,
} from "./kept";
import { endSession } from "./session";

beforeEach(() => localStorage.clear());

test("a device keeps its name, also through a logout", () => {
  const name = deviceId();
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  endSession();
  expect(deviceHeader()).toEqual({ "device-id": name });
});

test("what the server knows the browser by is sent at a sign-in, also after a logout", () => {
  const name = deviceId();
  expect(signInHeaders()).toEqual({ "device-id": name });
  keepDevice("a-secret");
  keepDevice(null); // the one that was sent stays
  endSession();
  expect(signInHeaders()).toEqual({ "device-id": name, "device-secret": "a-secret" });
  expect(deviceHeader()).toEqual({ "device-id": name });
});

test("the code of a link is kept until somebody registers with it", () => {
  expect(keepInvitation("?page=2&ref=abcd2345")).toBe(true);
  expect(keptInvitation()).toBe("ABCD2345");
  endSession();
  expect(keepInvitation("")).toBe(false);
  expect(keptInvitation()).toBe("ABCD2345");
  forgetInvitation();
  expect(keptInvitation()).toBeNull();
});

test("what is no code is not kept", () => {
  for (const text of ["a", "<script>", "x".repeat(40), "a b c d"]) {
    expect(keepInvitation(`?ref=${encodeURIComponent(text)}`)).toBe(false);
  }
  expect(keptInvitation()).toBeNull();
});
