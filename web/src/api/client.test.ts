import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { removeCookie, writeCookie, writeLocation } from "../lib/cookies";
import { createI18n } from "../lib/i18n";
import { localNames, writeLocal } from "../lib/local";
import texts from "../locales/en/errors.json";
import { configureClient, request, requestHeaders } from "./client";
import { ApiError, errorText, isCartConflict, NoResponseError } from "./errors";

const t = createI18n("en", "latn", { errors: texts, shell: {} }).t;
const loggedOut = vi.fn();
const notFound = vi.fn();

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const spy = vi.fn(async (_url: string, _init: RequestInit) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(status === 204 ? null : text, { status, headers });
  });
  vi.stubGlobal("fetch", spy);
  return spy;
}

async function failure(status: number, body: unknown, suppressToast = false): Promise<unknown> {
  answerWith(status, body);
  return request("GET", "/services", { suppressToast }).then(
    () => {
      throw new Error("this was to fail");
    },
    (error: unknown) => error,
  );
}

beforeEach(() => {
  loggedOut.mockClear();
  notFound.mockClear();
  configureClient({ lang: "ar" }, { loggedOut, notFound });
});
afterEach(() => vi.unstubAllGlobals());

describe("headers", () => {
  test("of somebody nobody knows", () => {
    expect(requestHeaders()).toEqual({
      Accept: "application/json",
      "Accept-Language": "ar",
      Authorization: "Bearer null",
      version: "1.4.158",
      Language: "en",
      "User-Agent-Type": "web",
      "district-id": "null",
      "currency-id": "null",
    });
  });

  test("follow the cookies from one request to the next", () => {
    writeCookie("token", "tok");
    writeCookie("district_id", "dst_1");
    writeCookie("selectedCurrency", "cur_1");
    writeCookie("address_id", "adr_1");
    writeLocation({ lat: 30, lng: 31.5 });
    writeLocal(localNames.cartToken, "cart");
    expect(requestHeaders()).toMatchObject({
      Authorization: "Bearer tok",
      "district-id": "dst_1",
      "currency-id": "cur_1",
      "address-id": "adr_1",
      latitude: "30",
      longitude: "31.5",
      "cart-token": "cart",
    });
    writeCookie("token", "another");
    writeCookie("district_id", "dst_2");
    writeCookie("selectedCurrency", "cur_2");
    writeCookie("address_id", "adr_2");
    writeLocation({ lat: 29, lng: 32.5 });
    expect(requestHeaders()).toMatchObject({
      Authorization: "Bearer another",
      "district-id": "dst_2",
      "currency-id": "cur_2",
      "address-id": "adr_2",
      latitude: "29",
      longitude: "32.5",
    });
    for (const name of ["token", "district_id", "selectedCurrency", "address_id"] as const)
      removeCookie(name);
    // A cookie that cannot be parsed counts as no location.
    writeCookie("location", "{broken");
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const without = requestHeaders();
    expect(without).toMatchObject({
      Authorization: "Bearer null",
      "district-id": "null",
      "currency-id": "null",
    });
    for (const name of ["address-id", "latitude", "longitude"])
      expect(without).not.toHaveProperty(name);
  });

  test("version and base come from the configuration", async () => {
    const sent = answerWith(200, {});
    configureClient({ base: "https://api.test/v9", version: "2.0.1" });
    try {
      await request("GET", "/user/profile");
      const [url, init] = sent.mock.calls[0] ?? [];
      expect(url).toBe("https://api.test/v9/user/profile");
      expect(init?.headers).toMatchObject({ version: "2.0.1", Language: "en" });
    } finally {
      configureClient({ base: "/api/v1", version: "1.4.158" });
    }
  });
});

describe("answers", () => {
  test("come out of their envelope", async () => {
    const sent = answerWith(200, { response: { data: { id: 1 }, message: "Done" } });
    expect(await request("POST", "/addresses/{id}/default", { path: { id: "a/1" } })).toEqual({
      data: { id: 1 },
      message: "Done",
    });
    expect(sent.mock.calls[0]?.[0]).toBe("/api/v1/addresses/a%2F1/default");
  });

  test("a query and a body go along", async () => {
    const sent = answerWith(200, { response: { data: [] } });
    await request("GET", "/orders", { query: { page: 2, status: null } });
    await request("POST", "/favourites", { body: { kind: "product", id: "p" } });
    expect(sent.mock.calls[0]?.[0]).toBe("/api/v1/orders?page=2");
    expect(sent.mock.calls[1]?.[1]).toMatchObject({
      method: "POST",
      body: '{"kind":"product","id":"p"}',
    });
  });

  test.each([200, 201, 204, 299])("%i is success", async (status) => {
    answerWith(status, {});
    await expect(request("GET", "/services")).resolves.toMatchObject({ data: null });
  });

  test("300 is success too, 301 is not", async () => {
    const answer = (status: number) =>
      vi.stubGlobal("fetch", async () => new Response("{}", { status }));
    answer(300);
    await expect(request("GET", "/services")).resolves.toMatchObject({ data: null });
    answer(301);
    await expect(request("GET", "/services")).rejects.toMatchObject({ status: 301 });
  });
});

describe("what a status does", () => {
  test("401 logs out, unless a login is under way", async () => {
    await failure(401, {});
    expect(loggedOut).toHaveBeenCalledOnce();
    writeLocal(localNames.loginStatus, "pending");
    await failure(401, {});
    expect(loggedOut).toHaveBeenCalledOnce();
  });

  test("403 always logs out", async () => {
    writeLocal(localNames.loginStatus, "pending");
    await failure(403, {});
    expect(loggedOut).toHaveBeenCalledOnce();
  });

  test("404 leaves for the not-found page", async () => {
    await failure(404, {});
    expect(notFound).toHaveBeenCalledOnce();
    expect(loggedOut).not.toHaveBeenCalled();
  });
});

describe("the words for a failure", () => {
  test("nothing known", () => {
    expect(errorText(null, t)).toBe("An unknown error occurred.");
    expect(errorText(undefined, t)).toBe("An unknown error occurred.");
  });

  test.each([
    [
      422,
      { errors: { phone: ["Phone Number is Invalid"] }, message: "m" },
      "Phone Number is Invalid",
    ],
    [422, { errors: { a: [], b: ["second"] }, message: "m" }, "second"],
    [422, { errors: { a: [""], b: [] }, message: "m" }, "m"],
    [422, { message: "m" }, "m"],
    [422, {}, "Validation error occurred"],
    [
      400,
      { errors: { error: ["This item is unavailable"] }, message: "m" },
      "This item is unavailable",
    ],
    [400, { message: "Min Quantity Reached" }, "Min Quantity Reached"],
    [400, {}, "Bad request error occurred"],
    [409, { message: "m" }, "m"],
    [500, {}, "An error occurred with status code 500"],
    [502, "<html>", "An error occurred with status code 502"],
  ])("%i %j", async (status, body, words) => {
    expect(errorText(await failure(status, body), t)).toBe(words);
  });

  test("no answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    const error = await request("GET", "/services").catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoResponseError);
    expect(errorText(error, t)).toBe("No response received from server.");
  });

  test("anything else", () => {
    expect(errorText(new Error("broken"), t)).toBe("Error: broken");
    expect(errorText("odd", t)).toBe("Error: odd");
  });

  test("nothing where the caller shows it", async () => {
    expect(errorText(await failure(500, { message: "m" }, true), t)).toBeNull();
  });
});

describe("the cart's conflict", () => {
  const words =
    "There are items from different store in your cart. Would you like to empty your cart to add this item?";

  test.each([
    { message: words },
    { message: "This product is from a different branch" },
    { message: "Please empty your cart first" },
    { message: "This will replace the cart" },
    { message: "Delete the old cart?" },
    { message: "Sold by a different store" },
    { message: "These are different branches" },
    { message: "Emptying your cart is needed first" },
    { message: "Replacing the cart" },
    { message: "Deleting your old cart" },
    { message: "Your cart will be emptied" },
    { message: "The present cart must be replaced" },
    { message: "The old cart will be deleted" },
    { message: "في سلتك منتجات من متجر آخر", code: "different_store" },
  ])("is asked about, not told: %j", async (body) => {
    const error = await failure(400, body);
    expect(isCartConflict(error)).toBe(true);
    expect(errorText(error, t)).toBeNull();
  });

  test.each([
    "We do not deliver to a different storey house",
    "Different storehouse, same street",
    "An empty cart cannot be ordered",
    "Your cart is empty",
    "A replacement for the carton",
    "The old carton was deleted",
    "Your old cart is here",
  ])("is not: %s", async (message) => {
    expect(isCartConflict(await failure(400, { message }))).toBe(false);
  });

  test("is no other refusal", async () => {
    expect(
      isCartConflict(await failure(400, { message: "There is not enough stock available." })),
    ).toBe(false);
    expect(isCartConflict(await failure(422, { message: "Your cart is empty", code: "x" }))).toBe(
      false,
    );
    expect(
      isCartConflict(new ApiError({ status: 409, body: { message: "different store" } })),
    ).toBe(false);
  });
});

test("the server's messages are shown in the figures of the page, names of things as they are", async () => {
  configureClient({ figures: "arab" });
  try {
    const message = "أضف 48.5 ج.م. للطلب W-3QHE-CJA2.";
    const error = (await failure(400, { message, errors: { error: [message] } })) as ApiError;
    expect(error.serverMessage).toBe("أضف ٤٨٫٥ ج.م. للطلب W-3QHE-CJA2.");
    expect(error.field("error")).toBe(error.serverMessage);
    answerWith(200, { response: { data: { qty: "2" }, message: "بقي 2" } });
    expect(await request("GET", "/services")).toMatchObject({
      data: { qty: "2" },
      message: "بقي ٢",
    });
  } finally {
    configureClient({ figures: "latn" });
  }
});
