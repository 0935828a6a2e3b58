import type { Branch } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { OpenState } from "../../../shop/branches/BranchCard";
import { hoursOf, isAllDay, minutesOf, week } from "../../../shop/branches/model";

/** The week's hours, Saturday first; on a phone under what its line of facts has no room for. */
export function OpeningHours({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 sm:hidden">
        <OpenState branch={branch} />
        {branch.minimum_order > 0 && (
          <p>{t("branches:minimum", { amount: format.money(branch.minimum_order) })}</p>
        )}
      </div>
      {branch.hours_note && <p className="mb-2 font-medium">{branch.hours_note}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {week.map((day) => {
          const shifts = hoursOf(branch.hours, day);
          return (
            <div key={day} className="contents">
              <dt className="text-muted">{t(`branches:day_${day}`)}</dt>
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
            </div>
          );
        })}
      </dl>
    </>
  );
}
