import { type MouseEvent, useEffect, useRef } from "react";
import { ButtonLink } from "./ButtonLink";
import { Spinner } from "./Spinner";
import { VisuallyHidden } from "./VisuallyHidden";

export interface LoadMoreProps {
  /** The address of the next page: what the link leads to without script, and for crawlers. */
  to: string;
  label: string;
  loadingLabel: string;
  loading: boolean;
  onMore: () => void;
}

/** The end of an endless list: a link to its next page that is followed by scrolling near it. */
export function LoadMore({ to, label, loadingLabel, loading, onMore }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const idle = !loading;

  useEffect(() => {
    const element = place.current;
    if (!element || !idle || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: "600px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [idle]);

  function follow(event: MouseEvent) {
    event.preventDefault();
    if (!loading) onMore();
  }
  return (
    <div ref={place} className="flex min-h-11 justify-center py-6">
      {loading ? (
        <>
          <Spinner />
          <VisuallyHidden role="status">{loadingLabel}</VisuallyHidden>
        </>
      ) : (
        <ButtonLink to={to} rel="next" variant="quiet" onClick={follow}>
          {label}
        </ButtonLink>
      )}
    </div>
  );
}
