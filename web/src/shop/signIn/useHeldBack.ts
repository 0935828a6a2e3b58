import { useEffect, useState } from "react";
import { ApiError } from "../../api/errors";

/** How many seconds a refused code has to be waited for; null where it is no question of time. */
export const waitOf = (failure: unknown): number | null =>
  failure instanceof ApiError ? failure.retryAfter : null;

/** Whether asking again is of no use yet after what `failure` says: its time is not over. */
export function useHeldBack(failure: unknown): boolean {
  const [over, setOver] = useState<unknown>(null);
  const wait = waitOf(failure);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setOver(failure), wait * 1000);
    return () => clearTimeout(timer);
  }, [failure, wait]);
  return wait !== null && over !== failure;
}
