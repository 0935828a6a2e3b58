import { useTranslation } from "../../../../lib/translation";
import { week } from "../../../../shop/branches/model";
import { Button } from "../../../../ui/Button";
import { IconButton } from "../../../../ui/IconButton";
import { TextInput } from "../../../../ui/TextInput";
import type { Hours } from "../api";

export type Shift = Hours["hours"][number];

/** The hours of each weekday, as many openings as there are, Saturday first. */
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
  const change = (at: number, changes: Partial<Shift>) =>
    onChange(value.map((one, place) => (place === at ? { ...one, ...changes } : one)));
  return (
    <div className="flex flex-col gap-4">
      {week.map((day) => {
        const theirs = value.flatMap((shift, at) => (shift.day === day ? [{ shift, at }] : []));
        const name = all(`branches:day_${day}`);
        return (
          <fieldset key={day} className="min-w-0 border-b border-line pb-4 last:border-b-0">
            <legend className="font-medium">{name}</legend>
            <div className="mt-2 flex flex-col gap-2">
              {theirs.length === 0 && <p className="text-muted">{all("branches:day_closed")}</p>}
              {theirs.map(({ shift, at }) => (
                <div key={at} className="flex flex-wrap items-end gap-2">
                  <TextInput
                    className="w-36"
                    label={t("opens")}
                    type="time"
                    value={shift.open}
                    error={errorOf(`hours.${at}.open`)}
                    onValueChange={(open) => change(at, { open })}
                  />
                  <TextInput
                    className="w-36"
                    label={t("closes")}
                    type="time"
                    value={shift.close === "24:00" ? "00:00" : shift.close}
                    onValueChange={(close) => change(at, { close })}
                  />
                  <IconButton
                    icon="trash"
                    label={t("remove_hours", { day: name })}
                    onClick={() => onChange(value.filter((_, place) => place !== at))}
                  />
                </div>
              ))}
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  icon="plus"
                  onClick={() => onChange([...value, { day, open: "10:00", close: "22:00" }])}
                >
                  {t("add_hours", { day: name })}
                </Button>
                {theirs.length > 0 && (
                  <Button
                    size="sm"
                    icon="copy"
                    onClick={() =>
                      onChange(
                        week.flatMap((other) =>
                          theirs.map(({ shift }) => ({ ...shift, day: other })),
                        ),
                      )
                    }
                  >
                    {t("copy_hours", { day: name })}
                  </Button>
                )}
              </div>
            </div>
          </fieldset>
        );
      })}
      {errorOf("hours") && <p className="text-sm text-trouble-text">{errorOf("hours")}</p>}
    </div>
  );
}
