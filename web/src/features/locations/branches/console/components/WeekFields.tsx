import { useState } from "react";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { week } from "../../../../../shop/branches/model";
import { Button } from "../../../../../ui/Button";
import { Chip } from "../../../../../ui/Chip";
import { IconButton } from "../../../../../ui/IconButton";
import { TextInput } from "../../../../../ui/TextInput";
import {
  linesOf,
  runsOf,
  type Shift,
  sameWeek,
  shiftsOf,
  type WeekLine,
  withDay,
} from "../weekLines";

const usual = { open: "10:00", close: "22:00" };

/** The hours of a week: one line for all days with the same hours. */
export function WeekFields({
  value,
  onChange,
  errorOf,
}: {
  value: readonly Shift[];
  onChange: (next: Shift[]) => void;
  errorOf: (name: string) => string | undefined;
}) {
  const { t } = useTranslation("sellers");
  const { t: all } = useTranslation();
  const [kept, setKept] = useState<WeekLine[]>(() => linesOf(value));
  // A line without days is not part of the value, so it is kept here; a value from outside replaces the lines.
  const lines = sameWeek(shiftsOf(kept), value) ? kept : linesOf(value);
  const put = (next: WeekLine[]) => {
    setKept(next);
    onChange(shiftsOf(next));
  };
  const change = (at: number, spans: WeekLine["spans"]) =>
    put(lines.map((line, place) => (place === at ? { ...line, spans } : line)));
  const named = (days: readonly number[]) =>
    days.length === 7
      ? t("every_day")
      : runsOf(days)
          .map(([first, last]) =>
            first === last
              ? all(`branches:day_${first as Day}`)
              : t("day_range", {
                  first: t(`short_${first as Day}`),
                  last: t(`short_${last as Day}`),
                }),
          )
          .join(t("and_then"));
  const closed = week.filter((day) => !lines.some(({ days }) => days.includes(day)));
  /** The error of an opening period, on any of its days. */
  const wrong = (line: WeekLine, span: WeekLine["spans"][number]) =>
    value
      .map((shift, at) =>
        line.days.includes(shift.day) && shift.open === span.open && shift.close === span.close
          ? errorOf(`hours.${at}.open`)
          : undefined,
      )
      .find(Boolean);
  return (
    <div className="flex flex-col gap-4">
      {lines.map((line, at) => {
        const name = line.days.length === 0 ? t("no_days_yet") : named(line.days);
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place.
            key={at}
            className="flex min-w-0 flex-col gap-3 border-b border-line pb-4"
          >
            <legend className="mb-2 font-medium">
              <Isolate>{name}</Isolate>
            </legend>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset within the line's would be read twice. */}
            <div
              role="group"
              aria-label={t("on_days", { line: name })}
              className="flex flex-wrap gap-1"
            >
              {week.map((day) => (
                <Chip
                  key={day}
                  className="px-3"
                  label={t(`short_${day}`)}
                  selected={line.days.includes(day)}
                  onPress={() => put(withDay(lines, at, day))}
                />
              ))}
            </div>
            {line.spans.map((span, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place.
              <div key={place} className="flex items-end gap-2">
                <TextInput
                  className="min-w-0 flex-1 sm:max-w-40"
                  label={t("opens")}
                  type="time"
                  value={span.open}
                  error={wrong(line, span)}
                  onValueChange={(open) =>
                    change(
                      at,
                      line.spans.map((one, i) => (i === place ? { ...one, open } : one)),
                    )
                  }
                />
                <TextInput
                  className="min-w-0 flex-1 sm:max-w-40"
                  label={t("closes")}
                  type="time"
                  value={span.close === "24:00" ? "00:00" : span.close}
                  onValueChange={(close) =>
                    change(
                      at,
                      line.spans.map((one, i) => (i === place ? { ...one, close } : one)),
                    )
                  }
                />
                <IconButton
                  icon="trash"
                  label={t("remove_line", { line: name })}
                  onClick={() =>
                    line.spans.length > 1
                      ? change(
                          at,
                          line.spans.filter((_, i) => i !== place),
                        )
                      : put(lines.filter((_, i) => i !== at))
                  }
                />
              </div>
            ))}
            <Button
              size="sm"
              variant="plain"
              icon="plus"
              className="self-start"
              aria-label={`${t("another_opening")}: ${name}`}
              onClick={() => change(at, [...line.spans, { open: "18:00", close: "23:00" }])}
            >
              {t("another_opening")}
            </Button>
          </fieldset>
        );
      })}
      {closed.length > 0 && (
        <p className="text-muted">
          {closed.length === 7 ? t("never_open") : t("closed_on", { days: named(closed) })}
        </p>
      )}
      <Button
        size="sm"
        icon="plus"
        className="self-start"
        onClick={() => put([...lines, { days: closed, spans: [usual] }])}
      >
        {t("more_days")}
      </Button>
      {errorOf("hours") && <p className="text-sm text-trouble-text">{errorOf("hours")}</p>}
    </div>
  );
}

type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;
