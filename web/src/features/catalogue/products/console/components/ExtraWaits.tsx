import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { Link } from "../../../../../ui/Link";
import { extraWaitsQuery } from "../api";

/** Large price cuts of extras that await approval: saving the same price in the group approves it. */
export function ExtraWaits() {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const waits = useQuery(extraWaitsQuery(useScope())).data?.waits ?? [];
  const money = (amount: number) => format.money(amount, "EGP");
  if (waits.length === 0) return null;
  return (
    <section aria-labelledby="extra-waits" className="flex flex-col gap-3">
      <h2 id="extra-waits" className="font-semibold">
        {t("extra_waits")}
      </h2>
      {waits.map((wait) => (
        <Card key={wait.group_id} className="flex flex-col gap-2">
          <h3 className="font-semibold">
            <Link to={`/extras/${encodeURIComponent(wait.group_id)}`}>
              <bdi>{wait.name}</bdi>
            </Link>{" "}
            · <bdi>{wait.store.name}</bdi>
          </h3>
          <ul className="flex flex-col gap-1">
            {wait.changes.map(({ name, price, now }) => (
              <li key={name}>
                {now === null
                  ? t("extra_wait_new", { name, price: money(price) })
                  : t("extra_wait", { name, price: money(price), now: money(now) })}
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            <span>{t("asked_by", { name: wait.asked_by })}</span>
            <span>{format.dayTime(Date.parse(wait.asked_at))}</span>
          </p>
          <p className="text-sm text-muted">
            {wait.why_not || t(wait.can_decide ? "extra_waits_save" : "extra_waits_for")}
          </p>
        </Card>
      ))}
    </section>
  );
}
