import { weekdayName } from "../../../../lib/format/dates";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import type { Shift } from "./api";
import { hoursText } from "./model";

/** The hours of a week in the reader's language and digits. */
export function useHoursText() {
  const { t } = useTranslation("menus");
  const format = useFormat();
  return (hours: readonly Shift[]) =>
    hoursText(hours, {
      everyDay: t("every_day"),
      allDay: t("all_day"),
      weekday: (day) => weekdayName(day, format.lang),
      clock: (minutes) => format.clock(minutes),
      comma: format.lang === "ar" ? "، " : ", ",
    });
}
