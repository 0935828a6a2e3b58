/**
 * Server-sent events, read like any other answer of the API, so that the token stays a header and statuses are handled
 * as everywhere. A stream that ends, breaks or falls silent is reopened where it stopped (Last-Event-ID); a refused one
 * is not.
 *
 *   const stream = openStream({ path, onEvent, onState });
 *   …
 *   stream.stop();
 */

import { createParser } from "eventsource-parser";
import { exchange } from "./client";
import { ApiError } from "./errors";

export interface StreamEvent {
  /** The event's name, "message" where the server gives none. */
  event: string;
  /** The id to resume after, "" when the server has not sent one yet. */
  id: string;
  data: string;
}

/** connecting: requested. open: receiving events. waiting: lost, will be retried. refused, stopped: over. */
export type StreamState = "connecting" | "open" | "waiting" | "refused" | "stopped";

export interface StreamOptions {
  /** Below the API's base. */
  path: string;
  /** Resumes after this event at the first attempt already. */
  lastEventId?: string | undefined;
  onEvent: (event: StreamEvent) => void;
  onState?: (state: StreamState) => void;
  /** The server refused (4xx other than 408 and 429): it is not retried. */
  onRefused?: (status: number) => void;
}

export interface Stream {
  /** Ends it for good; nothing is called afterwards except onState("stopped"). */
  stop: () => void;
  /** The id that a later stream would resume after. */
  lastEventId: () => string;
}

/** Longest silence in milliseconds; our server sends a heartbeat every 20 s. */
export const silence = 50_000;
const firstWait = 1_000;
const longestWait = 30_000;

/** Opens a stream and keeps it open until it is stopped or refused. */
export function openStream(options: StreamOptions): Stream {
  let last = options.lastEventId ?? "";
  let over = false;
  let failures = 0;
  let base = firstWait;
  let attempt: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (state: StreamState) => options.onState?.(state);

  function end(state: "refused" | "stopped"): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    attempt?.abort();
    if (typeof window !== "undefined") window.removeEventListener("online", hurry);
    say(state);
  }

  function hurry(): void {
    // The network is back: reconnect without waiting further.
    if (over || attempt) return;
    clearTimeout(timer);
    failures = 0;
    void connect();
  }

  function again(): void {
    if (over) return;
    say("waiting");
    // Doubled each time, with jitter so that clients do not all reconnect to a restarted server at
    // once.
    const wait = Math.min(longestWait, base * 2 ** failures) * (0.75 + Math.random() / 2);
    failures += 1;
    timer = setTimeout(() => void connect(), wait);
  }

  function refuse(status: number): void {
    attempt = null;
    if (over) return;
    end("refused");
    options.onRefused?.(status);
  }

  async function connect(): Promise<void> {
    const controller = new AbortController();
    attempt = controller;
    say("connecting");
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => controller.abort(), silence);
    };
    try {
      alive();
      const response = await exchange(options.path, async (answer) => answer, {
        headers: {
          Accept: "text/event-stream",
          ...(last === "" ? {} : { "Last-Event-ID": last }),
        },
        cache: "no-store",
        signal: controller.signal,
      });
      // The protocol's own signal not to reconnect.
      if (response.status === 204) return refuse(204);
      // Any other content type is retried like a broken stream.
      const type = response.headers.get("Content-Type") ?? "";
      if (response.body && type.startsWith("text/event-stream")) {
        say("open");
        const reader = response.body.getReader();
        const parser = createParser({
          onEvent: ({ id, event = "message", data }) => {
            failures = 0;
            last = id ?? last;
            if (!over) options.onEvent({ event, id: last, data });
          },
          onRetry: (milliseconds) => {
            base = milliseconds;
          },
        });
        const decoder = new TextDecoder();
        for (;;) {
          const { done, value } = await reader.read();
          if (done || over) break;
          alive();
          parser.feed(decoder.decode(value, { stream: true }));
        }
      }
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error.status)) return refuse(error.status);
      // No network, a broken stream, or our own abort: retried below unless it is over.
    } finally {
      clearTimeout(watchdog);
    }
    if (attempt === controller) attempt = null;
    again();
  }

  if (typeof window !== "undefined") window.addEventListener("online", hurry);
  void connect();
  return { stop: () => end("stopped"), lastEventId: () => last };
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
