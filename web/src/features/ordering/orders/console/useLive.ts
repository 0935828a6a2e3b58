import { useEffect, useRef, useState } from "react";
import { openStream, type StreamEvent, type StreamState } from "../../../../api/sse";
import { eventsPath } from "./api";

export interface News {
  id: string;
  number: string;
}

function read({ data }: StreamEvent): News | null {
  try {
    const { id, number } = JSON.parse(data) as Partial<News>;
    return typeof id === "string" ? { id, number: number ?? "" } : null;
  } catch {
    // Not one of our events: the listener refreshes instead.
    return null;
  }
}

export interface LiveOptions {
  branch?: string;
  /** The board's cursor to start from. No stream is opened while it is undefined. */
  cursor: string | undefined;
  /** Called when an order changed; with null if it is not known which one, or after an interruption of the stream. */
  onNews: (news: News | null) => void;
}

/** Follows the changes of a staff member's orders, and returns the state of the stream. */
export function useLive({ branch = "", cursor, onNews }: LiveOptions): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  const tell = useRef(onNews);
  const begin = useRef(cursor);
  useEffect(() => {
    tell.current = onNews;
    begin.current = cursor;
  });
  const ready = cursor !== undefined;
  useEffect(() => {
    if (!ready) return;
    let lost = false;
    const stream = openStream({
      path: eventsPath(branch),
      lastEventId: begin.current,
      onEvent: (event) => tell.current(read(event)),
      onState: (next) => {
        setState(next);
        if (next === "waiting") lost = true;
        if (next === "open" && lost) {
          lost = false;
          tell.current(null);
        }
      },
      // A 401 has already signed the user out; other refusals surface when the page's data is requested again.
      onRefused: () => tell.current(null),
    });
    return stream.stop;
  }, [ready, branch]);
  return state;
}
