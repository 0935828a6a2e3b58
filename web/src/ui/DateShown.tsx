import type { FocusEvent } from "react";
import { fieldHint, fieldText } from "../lib/format/field";
import { useScope } from "../lib/scope";
import { cx } from "./cx";

export type DateType = "date" | "time" | "datetime-local";

/** Whether browsers write a field of this type in their own language's order instead of the page's. */
export const isDateType = (type: string | undefined): type is DateType =>
  type === "date" || type === "time" || type === "datetime-local";

/** The maximum value: without it Chromium waits for a six-digit year, which we reject as no date. */
export const latest = {
  date: "9999-12-31",
  time: undefined,
  "datetime-local": "9999-12-31T23:59",
} as const;

/**
 * An onBlur handler. An incomplete date has an empty value, so the browser's own text for it stays
 * visible.
 */
export function markHalf({ currentTarget }: FocusEvent<HTMLInputElement>): boolean {
  return currentTarget.toggleAttribute("data-half", currentTarget.validity.badInput);
}

/**
 * A date or time in the reader's order, shown right after a field without focus: browsers write it
 * in their own language's order, and WebKit shows today's date in an empty field. theme.css hides
 * the browser's text.
 */
export function DateShown({
  type,
  value,
  className,
}: {
  type: DateType;
  value: string;
  className?: string;
}) {
  const { lang, figures } = useScope();
  const text = fieldText(value, { lang, figures });
  return (
    <span
      aria-hidden="true"
      className={cx(
        "date-shown pointer-events-none absolute inset-y-0 flex items-center overflow-hidden whitespace-nowrap",
        !text && "text-muted",
        className,
      )}
    >
      {text || fieldHint(type, lang)}
    </span>
  );
}
