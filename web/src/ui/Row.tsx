import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { cx } from "./cx";
import { Icon } from "./Icon";
import { Section, type SectionProps } from "./Section";

/** A ref to the list of a row, used by its arrows. */
export type RowList = RefObject<HTMLUListElement | null>;

/** A list that scrolls sideways, only by hand; on phones it reaches the edges of the screen. */
export function Row({
  className,
  holdsContainers = false,
  ...rest
}: ComponentProps<"ul"> & {
  /**
   * The cards are size containers. In right-to-left rows WebKit would snap to a random position around
   * them.
   */
  holdsContainers?: boolean;
}) {
  return (
    <ul
      {...rest}
      className={cx(
        "scroll-quiet -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-2 lg:scroll-px-2 lg:px-2",
        holdsContainers && "rtl:snap-none",
        className,
      )}
    />
  );
}

/** The width of each item on wide screens: three side by side. */
export function across(count: number): string {
  return count > 2 ? "lg:w-[calc((100%-1.5rem)/3)]" : "";
}

/** One item takes the row's width, two share it; on a phone they are below each other. */
export function few(count: number): string {
  if (count > 2) return "";
  return cx("max-sm:flex-col *:w-full!", count === 2 && "sm:*:w-[calc((100%-0.75rem)/2)]!");
}

export interface RowSectionProps extends Omit<SectionProps, "children"> {
  /** Renders the list, which registers itself by this ref. */
  children: (list: RowList) => ReactNode;
}

/** A section with a single row, with its arrows next to the link to the whole list. */
export function RowSection({ action, className, children, ...rest }: RowSectionProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section
      {...rest}
      className={cx("max-sm:gap-1.5!", className)}
      action={
        <div className="flex items-center gap-4 self-center">
          {/* The width is reserved before the arrows appear, so nothing shifts. */}
          <RowArrows list={list} className="-my-1 hidden gap-2 lg:flex lg:min-w-22" />
          {action}
        </div>
      }
    >
      {children(list)}
    </Section>
  );
}

/**
 * Buttons that scroll the row by one page, for a mouse, which cannot scroll it otherwise; shown
 * only where items are out of view. Keyboard and screen readers move from item to item, which
 * scrolls them into view.
 */
export function RowArrows({
  list: held,
  className,
}: {
  /** A ref instead of a state: the row would otherwise be rendered twice during hydration. */
  list: RowList;
  className: string;
}) {
  const [first, setFirst] = useState(true);
  const [last, setLast] = useState(true);
  // On every render, because the row's content may have changed.
  useEffect(() => {
    const list = held.current;
    if (!list || !window.matchMedia?.("(width >= 64rem) and (pointer: fine)").matches) return;
    const look = () => {
      const at = Math.abs(list.scrollLeft);
      setFirst(at < 8);
      setLast(at + list.clientWidth > list.scrollWidth - 8);
    };
    look();
    list.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      list.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  });
  const arrow = (icon: "chevron-start" | "chevron-end", way: number, end: boolean) => (
    <button
      type="button"
      tabIndex={-1}
      disabled={end}
      onClick={() => {
        const list = held.current;
        list?.scrollBy({
          left: list.clientWidth * (getComputedStyle(list).direction === "rtl" ? -way : way),
          behavior: window.matchMedia("(prefers-reduced-motion: reduce)").matches
            ? "instant"
            : "smooth",
        });
      }}
      className="pointer-events-auto flex size-10 items-center justify-center rounded-full border border-line bg-card shadow-soft transition-[background-color,opacity] hover:bg-go-soft disabled:bg-card disabled:opacity-40 disabled:shadow-none"
    >
      <Icon name={icon} size={20} />
    </button>
  );
  return (
    <div aria-hidden="true" className={className}>
      {first && last ? null : arrow("chevron-start", -1, first)}
      {first && last ? null : arrow("chevron-end", 1, last)}
    </div>
  );
}
