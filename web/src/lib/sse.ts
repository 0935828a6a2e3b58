/**
 * Server-sent events read with fetch, so that the token stays a header and never stands in an
 * address. What EventSource does by itself is done here: resuming after the last event that came
 * (Last-Event-ID), waiting longer after each failure, and noticing a connection that went quiet.
 */

import { clientConfig, isSuccess, requestHeaders } from "../api/client";

export interface SseEvent {
  /** The id the server resumes after; "" when it gives none. */
  id: string;
  /** "message" unless the server names it. */
  event: string;
  data: string;
}

export interface SseParser {
  /** Takes the next piece of the stream, wherever it was cut. */
  feed(piece: string): void;
}

/** Cuts a stream into events. Comments are skipped, `retry` is told apart. */
export function createSseParser(
  onEvent: (event: SseEvent) => void,
  onRetry: (milliseconds: number) => void = () => {},
): SseParser {
  let rest = "";
  let id = "";
  let event = "";
  let data: string[] = [];

  function line(text: string) {
    if (text === "") {
      if (data.length > 0) onEvent({ id, event: event || "message", data: data.join("\n") });
      event = "";
      data = [];
      return;
    }
    const at = text.indexOf(":");
    if (at === 0) return;
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? "" : text.slice(at + 1).replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d{1,6}$/.test(value)) onRetry(Number(value));
  }

  return {
    feed(piece) {
      rest += piece;
      // A lone CR at the end may be the first half of CRLF: it waits for the next piece.
      for (;;) {
        const found = /\r\n|\n|\r(?!$)/.exec(rest);
        if (!found) return;
        const text = rest.slice(0, found.index);
        rest = rest.slice(found.index + found[0].length);
        line(text);
      }
    },
  };
}

export type SseState =
  | "connecting"
  | "open"
  /** Lost, and tried again by itself. */
  | "waiting"
  /** The server will not have it (a status below 500): nothing more is tried. */
  | "refused";

export interface SseOptions {
  /** Below the API's base: "/orders/ord_1/events". */
  path: string;
  /** What has been seen already; events after it are asked for. */
  lastEventId?: string;
  onEvent: (event: SseEvent) => void;
  onState?: (state: SseState) => void;
}

const firstWait = 1_000;
const longestWait = 30_000;
/** The server says something every 20 seconds; after three missed times the line is dead. */
const quietFor = 65_000;

/** How long to wait before try number `failures`: doubled each time, a little apart for everybody. */
export function backoff(failures: number, base = firstWait, random = Math.random()): number {
  const whole = Math.min(longestWait, base * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.75 + random / 2));
}

/**
 * Listens until the returned function is called. A stream that ends is taken up again after its
 * last event; so the caller stops listening when nothing more is to be expected.
 */
export function listen({ path, lastEventId = "", onEvent, onState }: SseOptions): () => void {
  let last = lastEventId;
  let failures = 0;
  let base = firstWait;
  let stopped = false;
  let waiting = false;
  let connection: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (state: SseState) => {
    waiting = state === "waiting";
    if (!stopped) onState?.(state);
  };

  async function connect() {
    clearTimeout(timer);
    connection = new AbortController();
    const { signal } = connection;
    tell("connecting");
    try {
      const answer = await fetch(clientConfig().base + path, {
        headers: {
          ...requestHeaders(),
          Accept: "text/event-stream",
          ...(last === "" ? {} : { "Last-Event-ID": last }),
        },
        cache: "no-store",
        signal,
      });
      if (!isSuccess(answer.status) || !answer.body) {
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
          tell("refused");
          stop();
          return;
        }
        throw new Error(`HTTP ${answer.status}`);
      }
      tell("open");
      await read(answer.body);
      // The server ended it (its own time is up, or it restarts): the next one begins soon.
      failures = Math.max(failures, 1);
    } catch {
      // No network, an unwell server, a line that went quiet: all mean trying again.
      failures += 1;
    }
    if (stopped) return;
    tell("waiting");
    timer = setTimeout(() => void connect(), backoff(failures, base));
  }

  async function read(body: ReadableStream<Uint8Array>) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const parser = createSseParser(
      (event) => {
        if (event.id !== "") last = event.id;
        failures = 0;
        if (!stopped) onEvent(event);
      },
      (milliseconds) => {
        base = Math.max(firstWait, Math.min(longestWait, milliseconds));
      },
    );
    for (;;) {
      const { done, value } = await withinQuiet(reader);
      if (done || stopped) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  /** One piece of the stream, or a failure when the line has been quiet for too long. */
  async function withinQuiet(reader: ReadableStreamDefaultReader<Uint8Array>) {
    let watch: ReturnType<typeof setTimeout> | undefined;
    const quiet = new Promise<never>((_, reject) => {
      watch = setTimeout(() => {
        reject(new Error("quiet"));
        void reader.cancel().catch(() => {});
      }, quietFor);
    });
    try {
      return await Promise.race([reader.read(), quiet]);
    } finally {
      clearTimeout(watch);
    }
  }

  /** The network is back, or the tab is looked at again: no reason to go on waiting. */
  function hurry() {
    if (stopped || !waiting || document.visibilityState === "hidden") return;
    failures = 0;
    void connect();
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    connection?.abort();
    window.removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  void connect();
  return stop;
}
