import { type CSSProperties, type MouseEvent, useEffect, useRef } from "react";
import { ButtonLink } from "./ButtonLink";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

export interface LoadMoreProps {
  /** The address of the next page, for visits without JavaScript and for crawlers. */
  to: string;
  label: string;
  loadingLabel: string;
  loading: boolean;
  /** The message of a failed load. The next load then needs a press; scrolling is not enough. */
  failed?: string | boolean | undefined;
  /**
   * The number of items still to come, where content follows the list: space for about as many is
   * reserved. False on the server, whose content policy blocks inline styles.
   */
  room?: number | false;
  onMore: () => void;
}

/** The end of an infinite list: a link to its next page that scrolling near it follows. */
export function LoadMore({
  to,
  label,
  loadingLabel,
  loading,
  failed,
  room,
  onMore,
}: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const idle = !loading && !failed;
  const amid = room !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a next page is looked for anew.
  useEffect(() => {
    const element = place.current;
    if (!element || !idle || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      // Space that was scrolled past is not filled: that would move the content being read.
      { rootMargin: amid ? "0px 0px 900px" : "600px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [idle, amid, to]);

  // After a press by keyboard, the focus moves to the first new item: the link is gone or far
  // below.
  const pressed = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address means that a page came.
  useEffect(() => () => pressed.current?.(), [to]);

  function follow(event: MouseEvent<HTMLElement>) {
    event.preventDefault();
    if (loading) return;
    const link = event.currentTarget;
    const list = place.current?.previousElementSibling;
    const shown = list?.childElementCount ?? 0;
    pressed.current = () => {
      pressed.current = undefined;
      if ([link, document.body].includes(document.activeElement as HTMLElement))
        list?.children[shown]?.querySelector("a")?.focus({ preventScroll: true });
    };
    onMore();
  }
  return (
    <div
      ref={place}
      className={cx("flex min-h-11 flex-col items-center gap-2 py-6", amid && "room")}
      style={room ? ({ "--left": room } as CSSProperties) : undefined}
    >
      {typeof failed === "string" && !loading && <p role="alert">{failed}</p>}
      {/* The link stays, and keeps the focus, while its page loads. */}
      <ButtonLink
        to={to}
        rel="next"
        variant="quiet"
        aria-busy={loading || undefined}
        onClick={follow}
      >
        {loading ? (
          <>
            <Spinner />
            <span role="status" className="sr-only">
              {loadingLabel}
            </span>
          </>
        ) : (
          label
        )}
      </ButtonLink>
    </div>
  );
}
