import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { writeCookie } from "../lib/cookies";
import { localNames, writeLocal } from "../lib/local";
import { configureClient, request } from "./client";
import { download } from "./download";
import { ApiError, NoResponseError } from "./errors";
import { openStream } from "./sse";
import { upload } from "./upload";

const told = { loggedOut: vi.fn(), notFound: vi.fn(), unreachable: vi.fn() };
/** The headers of each request that was sent. */
let sent: Headers[] = [];
let answer: { status: number; body: string } | "nobody" = "nobody";

/** Stubs both request APIs of a browser. */
function standIn(): void {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    if (answer === "nobody") throw new TypeError("network");
    return new Response(answer.status === 204 ? null : answer.body, {
      status: answer.status,
      headers: { "Content-Type": new Headers(init.headers).get("Accept") ?? "" },
    });
  });
  class Asked {
    upload = {};
    status = 0;
    responseText = "";
    onload = () => {};
    onerror = () => {};
    private readonly headers = new Headers();
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getResponseHeader = () => null;
    send() {
      sent.push(this.headers);
      if (answer === "nobody") return this.onerror();
      this.status = answer.status;
      this.responseText = answer.body;
      this.onload();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Asked);
}

const stream = () =>
  new Promise<void>((resolve, reject) => {
    const opened = openStream({
      path: "/orders/ord_1/events",
      onEvent: () => {},
      onState: (state) => {
        if (state !== "open" && state !== "waiting") return;
        // Stopped after this state: the next try does not belong to this test.
        queueMicrotask(() => opened.stop());
        if (state === "open") resolve();
        else reject(new NoResponseError());
      },
      onRefused: (status) => reject(new ApiError({ status })),
    });
  });

const ways: [string, () => Promise<unknown>][] = [
  [
    "a JSON call",
    () =>
      request("POST", "/order/add-to-cart", { body: { product: "p", qty: 1, service_id: "food" } }),
  ],
  ["an upload", () => upload("/photos", new Blob(["x"], { type: "image/png" }))],
  ["a download", () => download("/orders/ord_1/invoice.pdf", "W-1.pdf")],
  ["an event stream", stream],
];

beforeEach(() => {
  for (const one of Object.values(told)) one.mockClear();
  sent = [];
  configureClient({ lang: "ar", figures: "arab" }, told);
  standIn();
  URL.createObjectURL = () => "blob:x";
  HTMLAnchorElement.prototype.click = () => {};
});
afterEach(() => {
  configureClient({ lang: "en", figures: "latn", forbiddenEndsSession: true });
  vi.unstubAllGlobals();
});

const failure = (ask: () => Promise<unknown>) =>
  ask().then(
    () => {
      throw new Error("this was to fail");
    },
    (error: unknown) => error,
  );

describe.each(ways)("%s", (_name, ask) => {
  test("401 logs out, unless a login is under way", async () => {
    answer = { status: 401, body: "{}" };
    expect(await failure(ask)).toMatchObject({ status: 401 });
    expect(told.loggedOut).toHaveBeenCalledExactlyOnceWith("ended");
    writeLocal(localNames.loginStatus, "pending");
    await failure(ask);
    expect(told.loggedOut).toHaveBeenCalledOnce();
  });

  test("403 always logs a customer out, and never staff", async () => {
    answer = { status: 403, body: "{}" };
    writeLocal(localNames.loginStatus, "pending");
    expect(await failure(ask)).toMatchObject({ status: 403 });
    expect(told.loggedOut).toHaveBeenCalledExactlyOnceWith("blocked", undefined);
    configureClient({ forbiddenEndsSession: false });
    await failure(ask);
    expect(told.loggedOut).toHaveBeenCalledOnce();
  });

  test("a block with a reason says it, and a text of another refusal is none", async () => {
    answer = { status: 403, body: '{"code":"blocked_because","message":"Reason: unpaid"}' };
    await failure(ask);
    expect(told.loggedOut).toHaveBeenLastCalledWith("blocked", "Reason: unpaid");
    answer = { status: 403, body: '{"code":"blocked","message":"Blocked."}' };
    await failure(ask);
    expect(told.loggedOut).toHaveBeenLastCalledWith("blocked", undefined);
  });

  test("404 leaves for the not-found page", async () => {
    answer = { status: 404, body: "{}" };
    expect(await failure(ask)).toMatchObject({ status: 404 });
    expect(told.notFound).toHaveBeenCalledOnce();
    expect(told.loggedOut).not.toHaveBeenCalled();
  });

  test("200 to 300 is success", async () => {
    for (const status of [200, 206, 300]) {
      answer = { status, body: "{}" };
      await ask();
    }
    for (const one of Object.values(told)) expect(one).not.toHaveBeenCalled();
  });

  test("nobody answered: it is looked whether the shop is there", async () => {
    answer = "nobody";
    expect(await failure(ask)).toBeInstanceOf(NoResponseError);
    expect(told.unreachable).toHaveBeenCalledOnce();
  });

  test("goes out with the headers of the moment", async () => {
    writeCookie("token", "tok");
    writeCookie("district_id", "maadi");
    answer = { status: 200, body: "{}" };
    await ask();
    expect(sent[0]?.get("authorization")).toBe("Bearer tok");
    expect(sent[0]?.get("district-id")).toBe("maadi");
    expect(sent[0]?.get("accept-language")).toBe("ar");
    expect(sent[0]?.get("version")).toBe("1.4.158");
  });
});

test.each(ways.filter(([name]) => name !== "an event stream"))(
  "%s: the server's words come in the figures of the page",
  async (_name, ask) => {
    answer = { status: 400, body: JSON.stringify({ message: "بقي 2" }) };
    expect(await failure(ask)).toMatchObject({ serverMessage: "بقي ٢" });
  },
);
