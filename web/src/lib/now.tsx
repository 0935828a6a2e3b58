import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from "react";

/** For the server, whose kept parts say of the time by themselves. */
export const NowContext = createContext(0);

/**
 * "Now" is data: the server says at which moment it rendered, the browser begins with the same one
 * and counts on from there, once every half minute. So a phone whose clock is wrong shows the right
 * opening hours, and nothing is drawn twice when the page comes to life.
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

/** Unix milliseconds, for everything that is said about time. Never Date.now() while rendering. */
export function useNow(): number {
  says("moment");
  return useContext(NowContext);
}

/** The same for what may come to say nothing about time; who then does calls `says`. */
export function useNowUnsaid(): number {
  return useContext(NowContext);
}

/** What a page says of the moment it is drawn at: nothing, its day (dates, tomorrow), or all of it. */
export type Says = "always" | "day" | "moment";

let said: Says = "always";

/** Notes that what is being drawn will not be true for ever. */
export function says(what: Exclude<Says, "always">): void {
  if (said !== "moment") said = what;
}

/** What was said since this was asked last: the server keeps pages by it. */
export function takeSaid(): Says {
  const taken = said;
  said = "always";
  return taken;
}
