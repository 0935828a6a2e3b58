import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backoff, createSseParser, listen, type SseEvent, type SseState } from "./sse";

test("cuts a stream into events wherever its pieces end", () => {
  const seen: SseEvent[] = [];
  const waits: number[] = [];
  const parser = createSseParser(
    (event) => seen.push(event),
    (milliseconds) => waits.push(milliseconds),
  );
  const text =
    ': hello\nretry: 2000\n\nid: 1\nevent: status\ndata: {"a":\ndata: 1}\n\r\nid: 2\r\ndata: b\r\n\r\n';
  for (const letter of text) parser.feed(letter);
  expect(seen).toEqual([
    { id: "1", event: "status", data: '{"a":\n1}' },
    { id: "2", event: "message", data: "b" },
  ]);
  expect(waits).toEqual([2000]);
});

test("comments and empty blocks are no events, an id stays until another comes", () => {
  const seen: SseEvent[] = [];
  const parser = createSseParser((event) => seen.push(event));
  parser.feed(": beat\n\n\n\nid: 7\ndata: x\n\ndata: y\n\n");
  expect(seen.map(({ id, data }) => `${id}${data}`)).toEqual(["7x", "7y"]);
});

test("waits longer after each failure, up to half a minute", () => {
  expect([1, 2, 3, 9].map((failures) => backoff(failures, 1000, 0.5))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
  expect(backoff(1, 1000, 0)).toBe(750);
  expect(backoff(1, 1000, 1)).toBe(1250);
});

interface Call {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

let calls: Call[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
let stop: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  answers = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      calls.push({ url, headers: init.headers, signal: init.signal });
      const next = answers.shift();
      if (!next) throw new TypeError("no network");
      return next();
    }),
  );
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A stream that says these pieces and then ends, or stays open. */
function stream(pieces: string[], open = false): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!open) controller.close();
    },
  });
  return new Response(body, { status: 200 });
}

function follow(lastEventId?: string) {
  const seen: string[] = [];
  const states: SseState[] = [];
  stop = listen({
    path: "/orders/ord_1/events",
    ...(lastEventId ? { lastEventId } : {}),
    onEvent: (event) => seen.push(event.data),
    onState: (state) => states.push(state),
  });
  return { seen, states };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("resumes after the last event that came", async () => {
  answers = [() => stream(["id: 4\ndata: a\n\n"]), () => stream(["id: 5\ndata: b\n\n"], true)];
  const { seen, states } = follow("3");
  await settle();
  expect(calls[0]?.url).toBe("/api/v1/orders/ord_1/events");
  expect(calls[0]?.headers["Last-Event-ID"]).toBe("3");
  expect(calls[0]?.headers.Accept).toBe("text/event-stream");
  expect(seen).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(calls[1]?.headers["Last-Event-ID"]).toBe("4");
  expect(seen).toEqual(["a", "b"]);
  expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
});

test("a lost network is tried again, less and less often", async () => {
  const { states } = follow();
  await settle();
  expect(calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1300);
  expect(calls.length).toBe(2);
  await vi.advanceTimersByTimeAsync(1300);
  expect(calls.length).toBe(2);
  await vi.advanceTimersByTimeAsync(1300);
  expect(calls.length).toBe(3);
  expect(states.at(-1)).toBe("waiting");
});

test("goes on at once when the network is back", async () => {
  follow();
  await settle();
  expect(calls.length).toBe(1);
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(calls.length).toBe(2);
});

test("a refusal is final, a server's trouble is not", async () => {
  answers = [() => new Response("", { status: 503 }), () => new Response("", { status: 401 })];
  const { states } = follow();
  await settle();
  expect(states.at(-1)).toBe("waiting");
  await vi.advanceTimersByTimeAsync(2000);
  expect(states.at(-1)).toBe("refused");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls.length).toBe(2);
});

test("a line that went quiet is given up and taken up anew", async () => {
  answers = [() => stream([": hello\n\n"], true), () => stream([], true)];
  const { states } = follow();
  await settle();
  expect(states.at(-1)).toBe("open");
  await vi.advanceTimersByTimeAsync(65_000);
  expect(states.at(-1)).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1300);
  expect(calls.length).toBe(2);
});

test("nothing is said and nothing asked after stopping", async () => {
  answers = [() => stream(["id: 1\ndata: a\n\n"], true)];
  const { seen, states } = follow();
  await settle();
  stop();
  expect(calls[0]?.signal.aborted).toBe(true);
  const before = states.length;
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event("online"));
  expect(calls.length).toBe(1);
  expect(states.length).toBe(before);
  expect(seen).toEqual(["a"]);
});
