import { useEffect, useState } from "react";
import { ApiError } from "../../api/errors";

/** The seconds until a refused code can be requested again; null where the refusal has no waiting time. */
export const waitOf = (failure: unknown): number | null =>
  failure instanceof ApiError ? failure.retryAfter : null;

/** Whether the waiting time of `failure` is not over yet, so that another request would be refused. */
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
