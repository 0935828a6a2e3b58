import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from "react";

const NowContext = createContext(0);

/**
 * "Now" is data: the server says at which moment it rendered, the browser begins with the same one
 * and goes on from its own clock, once every half minute.
 */
export function NowProvider({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    // Half the page says something about time: drawn anew in slices, between taps.
    const tick = () => startTransition(() => setNow(Date.now()));
    tick();
    const timer = setInterval(tick, 30_000);
    return () => clearInterval(timer);
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

/** Unix milliseconds, for everything that is said about time. Never Date.now() while rendering. */
export function useNow(): number {
  return useContext(NowContext);
}
