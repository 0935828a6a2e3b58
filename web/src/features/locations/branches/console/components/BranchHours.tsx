import { useQuery, useQueryClient } from "@tanstack/react-query";
import { nameIn } from "../../../../../backoffice/nameIn";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { IconButton } from "../../../../../ui/IconButton";
import { Link } from "../../../../../ui/Link";
import { Loaded } from "../../../../../ui/Loaded";
import { Notice } from "../../../../../ui/Notice";
import { TextInput } from "../../../../../ui/TextInput";
import { type Hours, hoursQuery, saveHours } from "../api";
import { useRecordSaved } from "../keep";
import { WeekFields } from "./WeekFields";

/** A branch's opening hours: its week, and dates that differ. */
export function BranchHours({ id }: { id: string }) {
  const hours = useQuery(hoursQuery(useScope(), id));
  return (
    <Loaded query={hours} texts="backoffice" skeleton={["h-96"]}>
      {(record) => <HoursForm id={id} record={record} />}
    </Loaded>
  );
}

function HoursForm({ id, record }: { id: string; record: Hours }) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const client = useQueryClient();
  const keep = useRecordSaved();
  const form = useForm({
    name: `hours:${id}`,
    record,
    draftOf: (read: Hours | null) => ({
      hours: read?.hours ?? [],
      exceptions: read?.exceptions ?? [],
    }),
    labels: { hours: t("week"), exceptions: t("exceptions") },
    save: (values, now) => saveHours(id, { ...values, version: now?.version ?? 0 }),
    onSaved: (saved) => {
      client.setQueryData(hoursQuery(scope, id).queryKey, saved);
      keep();
    },
  });
  const { values, set, errorOf } = form;
  const change = (at: number, changes: Partial<Hours["exceptions"][number]>) =>
    set({
      exceptions: values.exceptions.map((one, place) =>
        place === at ? { ...one, ...changes } : one,
      ),
    });
  return (
    <RecordForm
      form={form}
      shown={{
        hours: (list) => t("count_hours", { count: list.length }),
        exceptions: (list) => list.map(({ day }) => day).join(" · ") || "–",
      }}
    >
      {record.ranges.map((days) => (
        <Notice key={days.id}>
          <Link to={`/hours/${encodeURIComponent(days.id)}`}>
            <Isolate>{nameIn(scope.lang, days)}</Isolate>
          </Link>{" "}
          <bdi dir="ltr">
            {days.starts_on} – {days.ends_on}
          </bdi>
        </Notice>
      ))}
      <Card className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("week")}</h2>
        <p className="text-muted">{t("week_hint")}</p>
        <WeekFields value={values.hours} onChange={(hours) => set({ hours })} errorOf={errorOf} />
      </Card>
      <Card className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("exceptions")}</h2>
        <p className="text-muted">{t("exceptions_hint")}</p>
        {values.exceptions.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place.
          <fieldset key={at} className="flex min-w-0 flex-wrap items-end gap-2">
            <legend className="sr-only">{one.day}</legend>
            <TextInput
              className="w-52"
              type="date"
              label={t("day")}
              value={one.day}
              error={errorOf(`exceptions.${at}.day`)}
              onValueChange={(day) => change(at, { day })}
            />
            {one.hours.map((span, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place.
              <div key={place} className="flex items-end gap-2">
                {(["open", "close"] as const).map((side) => (
                  <TextInput
                    key={side}
                    className="w-36"
                    type="time"
                    label={t(side === "open" ? "opens" : "closes")}
                    value={span[side]}
                    error={
                      side === "open" ? errorOf(`exceptions.${at}.hours.${place}.open`) : undefined
                    }
                    onValueChange={(value) =>
                      change(at, {
                        hours: one.hours.map((old, i) =>
                          i === place ? { ...old, [side]: value } : old,
                        ),
                      })
                    }
                  />
                ))}
                <IconButton
                  icon="minus"
                  label={t("closed_all_day")}
                  onClick={() => change(at, { hours: one.hours.filter((_, i) => i !== place) })}
                />
              </div>
            ))}
            {one.hours.length === 0 && (
              <span className="pb-3 font-medium">{t("closed_all_day")}</span>
            )}
            <Button
              size="sm"
              icon="plus"
              onClick={() =>
                change(at, { hours: [...one.hours, { open: "10:00", close: "22:00" }] })
              }
            >
              {t("hours")}
            </Button>
            <IconButton
              icon="trash"
              label={t("remove_day")}
              onClick={() =>
                set({ exceptions: values.exceptions.filter((_, place) => place !== at) })
              }
            />
          </fieldset>
        ))}
        <Button
          className="self-start"
          icon="plus"
          onClick={() =>
            set({
              exceptions: [...values.exceptions, { day: "", hours: [], note_en: "", note_ar: "" }],
            })
          }
        >
          {t("add_day")}
        </Button>
      </Card>
    </RecordForm>
  );
}
