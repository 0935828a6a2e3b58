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
    // Not an event of ours: whoever listens looks for itself.
    return null;
  }
}

export interface LiveOptions {
  branch?: string;
  /** Where to begin: the board's cursor. Nothing is opened while it is undefined. */
  cursor: string | undefined;
  /** An order changed; null when it is not known which, or the stream was away for a while. */
  onNews: (news: News | null) => void;
}

/** Follows the changes of the orders somebody works for, and says how the line is. */
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
      // A 401 has signed out by now; what else was refused is said by what is shown, asked for anew.
      onRefused: () => tell.current(null),
    });
    return stream.stop;
  }, [ready, branch]);
  return state;
}
