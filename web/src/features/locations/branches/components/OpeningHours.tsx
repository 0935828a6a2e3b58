import type { Branch } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { hoursOf, isAllDay, minutesOf, week } from "../../../../shop/branches/model";

/**
 * The week's hours, Saturday first, and the dates that differ; on phones below the facts that have no room in the
 * header.
 */
export function OpeningHours({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {branch.minimum_order > 0 && (
        <p className="sm:hidden">
          {t("branches:minimum", { amount: format.money(branch.minimum_order) })}
        </p>
      )}
      {branch.hours_note && <p className="mb-2 font-medium">{branch.hours_note}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {week.map((day) => (
          <div key={day} className="contents">
            <dt className="text-muted">{t(`branches:day_${day}`)}</dt>
            <Shifts shifts={hoursOf(branch.hours, day)} />
          </div>
        ))}
      </dl>
      {branch.exceptions.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">{t("branches:other_days")}</h3>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
            {branch.exceptions.map(({ day, hours, note }) => (
              <div key={day} className="contents">
                <dt className="text-muted">
                  {format.date(Date.parse(`${day}T12:00:00Z`))}
                  {note && (
                    <span className="block text-sm">
                      <Isolate>{note}</Isolate>
                    </span>
                  )}
                </dt>
                <Shifts shifts={hours} />
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

/** The opening hours of a day. Without hours, the branch is closed all day. */
function Shifts({ shifts }: { shifts: readonly { open: string; close: string }[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dd className="flex flex-wrap gap-x-4">
      {shifts.length === 0 && t("branches:day_closed")}
      {shifts.map((shift) => (
        <bdi key={shift.open}>
          {isAllDay(shift)
            ? t("branches:all_day")
            : `${format.clock(minutesOf(shift.open))} – ${format.clock(minutesOf(shift.close))}`}
        </bdi>
      ))}
    </dd>
  );
}
