import type { FocusEvent } from "react";
import { fieldHint, fieldText } from "../lib/format/field";
import { useScope } from "../lib/scope";
import { cx } from "./cx";

export type DateType = "date" | "time" | "datetime-local";

/** Whether browsers write a field of this type in the order of their own language, not the page's. */
export const isDateType = (type: string | undefined): type is DateType =>
  type === "date" || type === "time" || type === "datetime-local";

/** The latest value: without it Chromium waits for a year of six digits, which we read as no date. */
export const latest = {
  date: "9999-12-31",
  time: undefined,
  "datetime-local": "9999-12-31T23:59",
} as const;

/** For onBlur: half a date has no value, so what the browser writes of it stays in sight. */
export function markHalf({ currentTarget }: FocusEvent<HTMLInputElement>): boolean {
  return currentTarget.toggleAttribute("data-half", currentTarget.validity.badInput);
}

/**
 * A date or time in the reader's order, right after a field that nobody is in: browsers write it in the order of
 * their own language, and WebKit shows today's date where the field is empty. theme.css hides what they write.
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
