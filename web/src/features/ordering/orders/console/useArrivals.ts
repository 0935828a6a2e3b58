import { useEffect, useRef, useState } from "react";
import type { Board } from "./api";
import { arrivals, idsOf } from "./model";

export interface Arrivals {
  /** Orders that arrived while the board was open and have not been moved yet: marked on the board. */
  fresh: ReadonlySet<string>;
  /** The new orders that have not been shown yet, which are announced. */
  unseen: ReadonlySet<string>;
  /** The orders that arrived last, to announce each once. */
  latest: readonly { id: string; number: string }[];
  /** Called when the announcement has been read. */
  seen: () => void;
}

const none: ReadonlySet<string> = new Set();

/** `now` plus the new orders, limited to those still waiting; the same set if nothing changed. */
function grown(
  now: ReadonlySet<string>,
  come: readonly { id: string }[],
  waiting: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = [...now, ...come.map(({ id }) => id)].filter((id) => waiting.has(id));
  return next.length === now.size && next.every((id) => now.has(id)) ? now : new Set(next);
}

/** Notices orders that arrive while the board is open. Orders on the first board are not new. */
export function useArrivals(board: Board | undefined, branch: string): Arrivals {
  const known = useRef<{ branch: string; ids: Set<string> } | null>(null);
  const [fresh, setFresh] = useState(none);
  const [unseen, setUnseen] = useState(none);
  const [latest, setLatest] = useState<Arrivals["latest"]>([]);
  useEffect(() => {
    if (!board) return;
    const before = known.current;
    const ids = idsOf(board);
    if (!before || before.branch !== branch) {
      known.current = { branch, ids };
      setFresh(none);
      setUnseen(none);
      setLatest([]);
      return;
    }
    const come = arrivals(before.ids, board);
    // An order that somebody has moved is no longer new.
    const waiting = new Set(arrivals(none, board).map(({ id }) => id));
    known.current = { branch, ids: new Set([...before.ids, ...ids]) };
    if (come.length > 0) setLatest(come);
    setFresh((now) => grown(now, come, waiting));
    setUnseen((now) => grown(now, come, waiting));
  }, [board, branch]);
  return { fresh, unseen, latest, seen: () => setUnseen(none) };
}
