import { type ReactNode, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

export interface SectionProps {
  title: string;
  /** The language of the title, if it differs from the page's. */
  spoken?: { lang: string; dir: "ltr" | "rtl" } | undefined;
  /** Keeps the heading for screen readers only. */
  titleHidden?: boolean;
  text?: string | undefined;
  /** At the end of the heading's line: a link to the whole list. */
  action?: ReactNode;
  level?: 2 | 3;
  /** The section's id, for links to it. */
  id?: string;
  children: ReactNode;
  className?: string;
}

/** A part of a page with its own heading. */
export function Section({
  title,
  spoken,
  titleHidden = false,
  text,
  action,
  level = 2,
  id: place,
  children,
  className,
}: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section id={place} aria-labelledby={id} className={cx("flex flex-col gap-4", className)}>
      <div
        className={
          titleHidden ? "sr-only" : "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
        }
      >
        {/* A long title wraps before the action moves to another line. */}
        <div className="min-w-0 grow basis-40">
          <Heading
            {...spoken}
            id={id}
            tabIndex={place === undefined ? undefined : -1}
            className={cx(
              "outline-none",
              "font-semibold leading-snug text-balance",
              level === 2 ? "text-xl sm:text-2xl" : "text-lg",
            )}
          >
            <Isolate>{title}</Isolate>
          </Heading>
          {text && (
            <p className="text-muted">
              <Isolate>{text}</Isolate>
            </p>
          )}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
