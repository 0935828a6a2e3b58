import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The worker's caches, by address. */
let kept: Map<string, Map<string, Response>>;
let held: ((answer: Response) => void)[];
let priorities: unknown[];
/** The listeners of this test's worker. */
let listeners: Parameters<typeof globalThis.addEventListener>[];

/** A cache whose writes wait until the test lets them finish. */
function cacheOf(name: string) {
  const all = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, all);
  return {
    match: async (key: string) => all.get(key)?.clone(),
    put: async (key: string, answer: Response) => {
      all.set(key, new Response(await answer.text(), answer));
    },
    keys: async () => [...all.keys()].map((url) => new Request(url)),
    delete: async (key: string | Request) => all.delete(typeof key === "string" ? key : key.url),
  };
}

beforeEach(async () => {
  kept = new Map();
  held = [];
  priorities = [];
  vi.stubGlobal("__FILES__", ["/assets/a.js", "/assets/b.js"]);
  vi.stubGlobal("skipWaiting", async () => {});
  vi.stubGlobal("caches", {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  });
  vi.stubGlobal("clients", { claim: async () => {} });
  vi.stubGlobal("registration", { getNotifications: async () => [] });
  vi.stubGlobal("fetch", (_what: unknown, how?: RequestInit) => {
    priorities.push(how?.priority);
    return new Promise<Response>((answer) => held.push(answer));
  });
  vi.resetModules();
  const listen = vi.spyOn(globalThis, "addEventListener");
  await import("./worker");
  listeners = [...listen.mock.calls];
  listen.mockRestore();
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const [kind, listener] of listeners) globalThis.removeEventListener(kind, listener);
});

/** Fires an event in the worker; done resolves when all the work it started is finished. */
function happen(kind: string, what: object): { done: () => Promise<unknown> } {
  const works: Promise<unknown>[] = [];
  const event = Object.assign(new Event(kind), what, {
    waitUntil: (work: Promise<unknown>) => works.push(work),
    respondWith: (work: Promise<unknown>) => works.push(work),
  });
  globalThis.dispatchEvent(event);
  return {
    done: async () => {
      for (let all = 0; all < works.length; all++) await works[all];
    },
  };
}

/** An answer of the API. */
const answer = (body: BodyInit) =>
  new Response(body, { headers: { "Content-Type": "application/json" } });

const ask = () =>
  happen("fetch", { request: new Request(new URL("/api/v1/orders", globalThis.location.href)) });
const asked = () => waitFor(() => expect(held).toHaveLength(1));
const answers = () => [...(kept.get("wekala-answers-8")?.keys() ?? [])];

test("an answer is kept", async () => {
  const asking = ask();
  await asked();
  held[0]?.(answer("orders"));
  await asking.done();
  expect(answers()).toHaveLength(1);
});

test("an answer that arrives after everything was forgotten is not kept", async () => {
  const asking = ask();
  await asked();
  await happen("message", { data: "forget" }).done();
  held[0]?.(answer("orders of who has left"));
  await asking.done();
  expect(answers()).toEqual([]);
});

test("nor one that was being written while everything was forgotten", async () => {
  const asking = ask();
  await asked();
  let finish = () => {};
  const body = new ReadableStream({
    start: (part) => {
      part.enqueue(new TextEncoder().encode("orders of who has left"));
      finish = () => part.close();
    },
  });
  held[0]?.(answer(body));
  await new Promise((soon) => setTimeout(soon));
  await happen("message", { data: "forget" }).done();
  finish();
  await asking.done();
  expect(answers()).toEqual([]);
});

test("what an older program kept is not read by this one", async () => {
  for (const name of ["wekala-answers", "wekala-pages", "wekala-files", "wekala-answers-8"])
    cacheOf(name);
  await happen("activate", {}).done();
  expect([...kept.keys()].sort()).toEqual(["wekala-answers-8", "wekala-files", "wekala-pages"]);
});

/** Answers requests until there are no others, and checks that only one is open at a time. */
async function answerAll(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await waitFor(() => expect(held.length).toBeGreaterThan(at));
    // No second request while the first has no answer.
    await Promise.resolve();
    expect(held).toHaveLength(at + 1);
    held[at]?.(new Response("file"));
  }
}

test("files are fetched one after another at low priority: the page has the connection first", async () => {
  const installing = happen("install", {});
  await answerAll(5);
  await installing.done();
  expect([...(kept.get("wekala-files")?.keys() ?? [])]).toEqual(["/assets/a.js", "/assets/b.js"]);
  expect(priorities).toEqual(Array(5).fill("low"));
});

test("a file that cannot be had does not stop the others", async () => {
  const installing = happen("install", {});
  await answerAll(3);
  await waitFor(() => expect(held).toHaveLength(4));
  held[3]?.(new Response("", { status: 404 }));
  await waitFor(() => expect(held).toHaveLength(5));
  held[4]?.(new Response("file"));
  await installing.done();
  expect([...(kept.get("wekala-files")?.keys() ?? [])]).toEqual(["/assets/b.js"]);
});

test("under a data saver only the shells are fetched", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  const installing = happen("install", {});
  await answerAll(3);
  await installing.done();
  expect(held).toHaveLength(3);
  expect(kept.get("wekala-files")).toBeUndefined();
});

test("without a network the mark at the head is the one seen last, with it the newest", async () => {
  const mark = () => {
    let given: Promise<Response> | undefined;
    const event = Object.assign(new Event("fetch"), {
      request: new Request(new URL("/favicon.svg", globalThis.location.href)),
      waitUntil: (work: Promise<unknown>) => void work,
      respondWith: (work: Promise<Response>) => {
        given = work;
      },
    });
    globalThis.dispatchEvent(event);
    return given?.then((found) => found.text());
  };
  const reply = vi.fn<() => Promise<Response>>();
  vi.stubGlobal("fetch", reply);
  reply.mockResolvedValueOnce(new Response("<svg>1</svg>"));
  expect(await mark()).toBe("<svg>1</svg>");
  await waitFor(() => expect(kept.get("wekala-files")?.size).toBe(1));
  reply.mockResolvedValueOnce(new Response("<svg>2</svg>"));
  expect(await mark()).toBe("<svg>2</svg>");
  await waitFor(async () => {
    reply.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await mark()).toBe("<svg>2</svg>");
  });
});
