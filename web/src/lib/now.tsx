import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from "react";

/** For the server, where kept parts report their dependence on time themselves. */
export const NowContext = createContext(0);

/**
 * "Now" is data: the server sends the time at which it rendered, and the browser advances it every half
 * minute. A phone with a wrong clock still shows the right opening hours, and hydration renders nothing
 * twice.
 */
export function NowProvider({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => {
      startTransition(() => setNow(Math.round(start + performance.now() - begun)));
    }, 30_000);
    return () => clearInterval(timer);
  }, [start]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** Unix milliseconds, for every text that depends on the time. Never use Date.now() while rendering. */
export function useNow(): number {
  says("moment");
  return useContext(NowContext);
}

/** Like useNow, for components that do not always show the time; they call `says` when they do. */
export function useNowUnsaid(): number {
  return useContext(NowContext);
}

/**
 * How a rendered page depends on the time: not at all, on the day (dates, tomorrow), or on the exact
 * time.
 */
export type Says = "always" | "day" | "moment";

let said: Says = "always";

/** Records that the output being rendered will become outdated. */
export function says(what: Exclude<Says, "always">): void {
  if (said !== "moment") said = what;
}

/**
 * Returns what was recorded since the last call and resets it. The server uses it to decide how long to
 * cache a page.
 */
export function takeSaid(): Says {
  const taken = said;
  said = "always";
  return taken;
}
