import { type CSSProperties, type MouseEvent, useEffect, useRef } from "react";
import { ButtonLink } from "./ButtonLink";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

export interface LoadMoreProps {
  /** The address of the next page: what the link leads to without script, and for crawlers. */
  to: string;
  label: string;
  loadingLabel: string;
  loading: boolean;
  /** Of a try that failed, and what to say of it: the next one is made by a press, not by scrolling. */
  failed?: string | boolean | undefined;
  /**
   * How many are still to come, where something stands below them: about their room is kept. False
   * on the server, whose styles are not let through.
   */
  room?: number | false;
  onMore: () => void;
}

/** The end of an endless list: a link to its next page that is followed by scrolling near it. */
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
      // What was passed over is not filled: it would push what is read.
      { rootMargin: amid ? "0px 0px 900px" : "600px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [idle, amid, to]);

  // Pressed from the keyboard, the focus goes to the first of what came: the link is gone or far below.
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
      {/* It stays while its page comes, and so does the focus on it. */}
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
