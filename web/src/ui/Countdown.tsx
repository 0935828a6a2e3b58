import { useEffect, useRef, useState } from "react";

export interface CountdownProps {
  /**
   * `until` and `now` are milliseconds of the same clock; `now` is the time at which the page was
   * rendered.
   */
  until: number;
  now: number;
  /** Formats the seconds left; never below 0. */
  format: (secondsLeft: number) => string;
  /** Called once, when no time is left. */
  onEnd?: () => void;
  className?: string;
}

/**
 * Counts down from a given time, so that server and browser start with the same text whatever the
 * browser's clock shows. Only the elapsed time is measured in the browser.
 */
export function Countdown({ until, now, format, onEnd, className }: CountdownProps) {
  const [passed, setPassed] = useState(0);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const begun = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tick() {
      const since = performance.now() - begun;
      const left = until - now - since;
      setPassed(since);
      if (left <= 0) {
        end.current?.();
        return;
      }
      // Wakes up at each whole second.
      timer = setTimeout(tick, left % 1000 || 1000);
    }
    tick();
    return () => clearTimeout(timer);
  }, [until, now]);
  const left = Math.max(0, Math.ceil((until - now - passed) / 1000));
  return (
    <span role="timer" className={className}>
      {format(left)}
    </span>
  );
}
