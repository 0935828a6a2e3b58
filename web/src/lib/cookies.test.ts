import { describe, expect, test, vi } from "vitest";
import {
  cookieNames,
  hasPlace,
  onSetAgain,
  readCookie,
  readLocation,
  removeCookie,
  watchCookies,
  writeCookie,
  writeLocation,
  writeService,
} from "./cookies";
import { localNames, readLocal, writeLocal } from "./local";
import { endSession, isSignedIn, onSessionEnd, sessionName, startSession } from "./session";

describe("cookies", () => {
  test("a service's id and name change together", () => {
    writeService({ id: "svc_food", name: "Food" });
    writeService({ id: "svc_grocery", name: "Grocery" });
    expect(readCookie("selected_service")).toBe("svc_grocery");
    expect(readCookie("service_name")).toBe("Grocery");
    writeService({ id: "svc_grocery", name: "بقالة" });
    expect(readCookie("service_name")).toBe("بقالة");
  });

  test("in WebKit a document's answer sets again what a script wrote, not a session", () => {
    vi.useFakeTimers();
    const ask = vi.fn();
    onSetAgain(ask);
    const agent = vi.spyOn(navigator, "userAgent", "get");
    writeCookie("district_id", "d");
    vi.runAllTimers();
    expect(ask).not.toHaveBeenCalled();
    agent.mockReturnValue("AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1");
    writeCookie("token", "secret");
    vi.runAllTimers();
    expect(ask).not.toHaveBeenCalled();
    writeCookie("district_id", "e");
    writeCookie("language", "ar");
    vi.runAllTimers();
    expect(ask).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test("have the specified names", () => {
    expect(Object.values(cookieNames)).toEqual([
      "token",
      "district_id",
      "address_id",
      "selectedCurrency",
      "location",
      "default_location",
      "selected_address",
      "selected_service",
      "service_name",
      "language",
      "figures",
      "wekala_user",
    ]);
  });

  test("the token is kept for seven days", () => {
    const set = vi.spyOn(document, "cookie", "set");
    startSession("secret-token");
    expect(set.mock.calls.map(([text]) => text).find((text) => text.startsWith("token="))).toMatch(
      /^token=secret-token; path=\/; max-age=604800;/,
    );
    set.mockRestore();
    endSession();
  });

  test("keep any text, and tell who watches", () => {
    const watch = vi.fn();
    const stop = watchCookies(watch);
    writeCookie("selected_address", "شارع ٩; المعادي, 50%");
    expect(readCookie("selected_address")).toBe("شارع ٩; المعادي, 50%");
    expect(watch).toHaveBeenCalledTimes(1);
    removeCookie("selected_address");
    expect(readCookie("selected_address")).toBeNull();
    stop();
    writeCookie("token", "x");
    expect(watch).toHaveBeenCalledTimes(2);
  });

  test("the location is URL-encoded JSON; anything else is no location", () => {
    writeLocation({ lat: 30.05, lng: 31.23 });
    expect(document.cookie).toContain(
      `location=${encodeURIComponent('{"lat":30.05,"lng":31.23}')}`,
    );
    expect(readLocation()).toEqual({ lat: 30.05, lng: 31.23 });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const [text, found] of [
      ["location=%7Bbroken", null],
      ["location=null", null],
      ["location=%7B%22lat%22%3A%2230.1%22%2C%22lng%22%3A%2231%22%7D", { lat: 30.1, lng: 31 }],
      ["location=%7B%22lat%22%3A%22%22%2C%22lng%22%3A31%7D", null],
      ["location=%7B%22lat%22%3A91%2C%22lng%22%3A31%7D", null],
      ["other=1", null],
    ] as const) {
      expect(readLocation(text)).toEqual(found);
    }
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("a place is a district or a pin", () => {
    expect(hasPlace("")).toBe(false);
    expect(hasPlace("district_id=dst_1")).toBe(true);
    expect(hasPlace("location=%7B%22lat%22%3A30%2C%22lng%22%3A31%7D")).toBe(true);
  });
});

describe("session", () => {
  test("begins with the token and without what sign-in had noted", () => {
    writeLocal(localNames.userMobile, "0101");
    writeLocal(localNames.loginStatus, "pending");
    expect(isSignedIn()).toBe(false);
    expect(sessionName()).toBe("");
    startSession("secret-token");
    expect(isSignedIn()).toBe(true);
    expect(readLocal(localNames.userMobile)).toBeNull();
    expect(readLocal(localNames.loginStatus)).toBeNull();
    expect(sessionName()).not.toContain("secret");
    expect(sessionName()).not.toBe("");
  });

  test("ends with its cookies, and the usual place stays", () => {
    const ended = vi.fn();
    onSessionEnd({ forget: () => {}, ended });
    startSession("t");
    writeCookie("district_id", "d");
    writeCookie("selected_service", "s");
    writeCookie("location", '{"lat":30,"lng":31}');
    writeCookie("default_location", "1");
    endSession();
    expect(document.cookie).toBe("default_location=1");
    expect(ended).toHaveBeenCalledOnce();
  });
});
