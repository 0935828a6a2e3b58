import { useEffect, useRef, useState } from "react";
import type { Board } from "./api";
import { arrivals, idsOf } from "./model";

export interface Arrivals {
  /** Orders that came while the board was open and nobody has moved yet: marked on the board. */
  fresh: ReadonlySet<string>;
  /** Those of them that nobody has been shown yet: announced. */
  unseen: ReadonlySet<string>;
  /** Those of the latest news, for saying it once. */
  latest: readonly { id: string; number: string }[];
  /** The announcement has been read. */
  seen: () => void;
}

const none: ReadonlySet<string> = new Set();

/** `now` and what has come, as far as it still waits; the same set when nothing changed. */
function grown(
  now: ReadonlySet<string>,
  come: readonly { id: string }[],
  waiting: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = [...now, ...come.map(({ id }) => id)].filter((id) => waiting.has(id));
  return next.length === now.size && next.every((id) => now.has(id)) ? now : new Set(next);
}

/** Notices orders that arrive while the board is open. What is there at first is not news. */
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
    // An order that somebody has moved is no news any more.
    const waiting = new Set(arrivals(none, board).map(({ id }) => id));
    known.current = { branch, ids: new Set([...before.ids, ...ids]) };
    if (come.length > 0) setLatest(come);
    setFresh((now) => grown(now, come, waiting));
    setUnseen((now) => grown(now, come, waiting));
  }, [board, branch]);
  return { fresh, unseen, latest, seen: () => setUnseen(none) };
}
