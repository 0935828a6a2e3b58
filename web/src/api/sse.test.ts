import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStream, type StreamEvent, type StreamState, silence } from "./sse";

/** A server whose streams the test writes. */
function fakeServer(statuses: number[] = []) {
  const asked: Record<string, string>[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const fetch = vi.fn(async (_url: string, init: RequestInit) => {
    asked.push(init.headers as Record<string, string>);
    const status = statuses.shift() ?? 200;
    if (status === 0) throw new TypeError("network");
    if (status !== 200) return new Response(null, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        init.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    });
    return new Response(body, { status, headers: { "Content-Type": "text/event-stream" } });
  });
  vi.stubGlobal("fetch", fetch);
  const write = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  return { asked, streams, write };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("a stream", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function listen(options: Partial<Parameters<typeof openStream>[0]> = {}) {
    const events: StreamEvent[] = [];
    const states: StreamState[] = [];
    const stream = openStream({
      path: "/events",
      onEvent: (event) => events.push(event),
      onState: (state) => states.push(state),
      ...options,
    });
    return { events, states, stream };
  }

  test("sends the headers, tells the events, and resumes where it stopped", async () => {
    const server = fakeServer();
    const { events, states, stream } = listen({ lastEventId: "3" });
    await settle();
    expect(server.asked[0]).toMatchObject({
      Authorization: "Bearer null",
      Accept: "text/event-stream",
      "Last-Event-ID": "3",
    });
    server.write("id: 4\ndata: x\n\n");
    await settle();
    expect(events).toEqual([{ event: "message", id: "4", data: "x" }]);
    server.streams[0]?.close();
    await settle();
    expect(states).toEqual(["connecting", "open", "waiting"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.asked[1]).toMatchObject({ "Last-Event-ID": "4" });
    expect(stream.lastEventId()).toBe("4");
    stream.stop();
  });

  test("does not care where the text is cut, nor how lines end", async () => {
    const text =
      'id: 7\r\nevent: status\r\ndata: {\r\ndata: "القاهرة"}\r\n\r\ndata: b\r\rid: 8\ndata:c\n\n';
    const expected = [
      { event: "status", id: "7", data: '{\n"القاهرة"}' },
      { event: "message", id: "7", data: "b" },
      { event: "message", id: "8", data: "c" },
    ];
    for (const size of [1, 3, 1_000]) {
      const server = fakeServer();
      const { events, stream } = listen();
      await settle();
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += size)
        server.streams[0]?.enqueue(bytes.slice(at, at + size));
      await settle();
      expect(events).toEqual(expected);
      stream.stop();
    }
  });

  test("waits as long as the server asks, and keeps an event that is not finished", async () => {
    const server = fakeServer();
    const { events, stream } = listen();
    await settle();
    server.write(": hello\nretry: 2000\nretry: soon\n\ndata: half\n");
    server.streams[0]?.close();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked).toHaveLength(2);
    expect(events).toEqual([]);
    stream.stop();
  });

  test("waits longer after each failure, and not at all once the network is back", async () => {
    const server = fakeServer([0, 503, 0]);
    const { stream } = listen();
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(server.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.asked).toHaveLength(3);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(server.asked).toHaveLength(4);
    stream.stop();
  });

  test("a stream that falls silent is opened again", async () => {
    const server = fakeServer();
    const { states, stream } = listen();
    await settle();
    await vi.advanceTimersByTimeAsync(silence - 1);
    server.write(": beat\n\n");
    await vi.advanceTimersByTimeAsync(silence - 1);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(server.asked).toHaveLength(2);
    expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
    stream.stop();
  });

  test("a refusal is final", async () => {
    const server = fakeServer([401]);
    const refused = vi.fn();
    const { states } = listen({ onRefused: refused });
    await settle();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(refused).toHaveBeenCalledExactlyOnceWith(401);
    expect(states).toEqual(["connecting", "refused"]);
    expect(server.asked).toHaveLength(1);
  });

  test("nothing is told or tried after stop", async () => {
    const server = fakeServer();
    const { events, states, stream } = listen();
    await settle();
    server.write("data: one\n\n");
    await settle();
    stream.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(events).toHaveLength(1);
    expect(states.at(-1)).toBe("stopped");
    expect(server.asked).toHaveLength(1);
  });
});
