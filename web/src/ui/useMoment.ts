import { useEffect, useRef, useState } from "react";

/**
 * True for a while after a value has changed to one that `counts`; never for the initial value, so
 * nothing moves on the first render. The effect shown meanwhile is short and does not get in the
 * way.
 */
export function useMoment<T>(
  value: T,
  counts: (before: T, now: T) => boolean,
  ms = 2_500,
): boolean {
  const before = useRef(value);
  const judge = useRef(counts);
  judge.current = counts;
  const [on, setOn] = useState(false);
  useEffect(() => {
    const was = before.current;
    before.current = value;
    if (Object.is(was, value) || !judge.current(was, value)) return;
    setOn(true);
    const end = setTimeout(() => setOn(false), ms);
    return () => {
      clearTimeout(end);
      setOn(false);
    };
  }, [value, ms]);
  return on;
}
