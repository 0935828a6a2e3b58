import { useEffect, useRef, useState } from "react";
import type { Board } from "./api";
import { arrivals, idsOf } from "./model";

export interface Arrivals {
  /** Orders that came while the board was open and nobody has looked at. */
  fresh: ReadonlySet<string>;
  /** Those of the latest news, for saying it once. */
  latest: readonly { id: string; number: string }[];
  /** They have been seen: all, or one. */
  seen: (id?: string) => void;
}

const none: ReadonlySet<string> = new Set();

/** Notices orders that arrive while the board is open. What is there at first is not news. */
export function useArrivals(board: Board | undefined, branch: string): Arrivals {
  const known = useRef<{ branch: string; ids: Set<string> } | null>(null);
  const [fresh, setFresh] = useState(none);
  const [latest, setLatest] = useState<Arrivals["latest"]>([]);
  useEffect(() => {
    if (!board) return;
    const before = known.current;
    const ids = idsOf(board);
    if (!before || before.branch !== branch) {
      known.current = { branch, ids };
      setFresh(none);
      setLatest([]);
      return;
    }
    const come = arrivals(before.ids, board);
    // Somebody else's move takes an order out of the news as well.
    const waiting = new Set(arrivals(none, board).map(({ id }) => id));
    known.current = { branch, ids: new Set([...before.ids, ...ids]) };
    if (come.length > 0) setLatest(come);
    setFresh((now) => {
      const next = [...now, ...come.map(({ id }) => id)].filter((id) => waiting.has(id));
      return next.length === now.size && next.every((id) => now.has(id)) ? now : new Set(next);
    });
  }, [board, branch]);
  return {
    fresh,
    latest,
    seen: (id) =>
      setFresh((now) => (id === undefined ? none : new Set([...now].filter((one) => one !== id)))),
  };
}
