import { describe, expect, test } from "vitest";
import { keptUnder, shellOf, wayOf } from "./rules";

const get = (path: string, mode = "cors") => wayOf({ method: "GET", mode, path, sameOrigin: true });

describe("what is done with a request", () => {
  test("pages of the shop, not those of the console, the gateway and the outbox", () => {
    expect(get("/ar/home?service_id=grocery", "navigate")).toBe("page");
    expect(get("/account/my-orders", "navigate")).toBe("page");
    for (const path of [
      "/console",
      "/console/orders/1",
      "/dev/outbox",
      "/gateway/sandbox/pay",
      "/photos/a.jpg",
    ]) {
      expect(get(path, "navigate")).toBe("leave");
    }
  });

  test("what customers read, never streams, codes, payments or writes", () => {
    for (const path of [
      "products?page=2&service_id=a",
      "products/mango",
      "get_card?service_id=a",
      "orders",
      "orders/ord_1",
      "user/profile",
    ]) {
      expect(get(`/api/v1/${path}`)).toBe("answer");
    }
    for (const path of [
      "orders/ord_1/events",
      "checkout?service_id=a",
      "districts/locate?lat=29.96123&lng=31.25871",
      "user/sessions",
      "search/suggestions/x",
      "console/orders",
      "webhooks/sandbox",
      "wallet",
    ]) {
      expect(get(`/api/v1/${path}`)).toBe("leave");
    }
    expect(
      wayOf({ method: "POST", mode: "cors", path: "/api/v1/products", sameOrigin: true }),
    ).toBe("leave");
    expect(wayOf({ method: "GET", mode: "navigate", path: "/home", sameOrigin: false })).toBe(
      "leave",
    );
  });

  test("files whose names say what is in them", () => {
    expect(get("/assets/start-Ab12.js")).toBe("file");
    expect(get("/media/mango.256.webp?v=1f")).toBe("file");
    expect(get("/manifest.ar.webmanifest")).toBe("leave");
  });

  test("the mark at the head and pictures of empty lists, which keep their names", () => {
    for (const path of ["/favicon.svg", "/empty-notices.svg", "/icon-192.png"])
      expect(get(path, "no-cors")).toBe("icon");
    expect(get("/photos/a.png")).toBe("leave");
  });
});

test("the shell has the language prefix of the page it stands in for", () => {
  expect(shellOf("/ar/home")).toBe("/ar/shell");
  expect(shellOf("/en")).toBe("/en/shell");
  expect(shellOf("/english-breakfast")).toBe("/shell");
  expect(shellOf("/home?x=/ar/")).toBe("/shell");
});

test("an answer is kept for what it depends on, and not with a token", () => {
  const under = (headers: Record<string, string>) =>
    keptUnder("https://shop.example/api/v1/get_card?service_id=a", (name) => headers[name] ?? null);
  const mine = { authorization: "Bearer secret-token", "district-id": "maadi" };
  expect(under(mine)).toBe(under({ ...mine }));
  expect(under(mine)).not.toContain("secret");
  expect(under({ ...mine, authorization: "Bearer null" })).not.toBe(under(mine));
  expect(under({ ...mine, "district-id": "zamalek" })).not.toBe(under(mine));
  expect(under({ ...mine, "accept-language": "ar" })).not.toBe(under(mine));
});
