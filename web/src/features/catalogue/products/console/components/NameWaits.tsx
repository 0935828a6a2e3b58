import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { itemsOf } from "../../../../../api/query";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Link } from "../../../../../ui/Link";
import { decideName, forget, type NameWait, nameWaitsList } from "../api";
import { Decision } from "./Decision";

/** Products with a new name that awaits approval by a second person. */
export function NameWaits() {
  const { t } = useTranslation("catalogue");
  const { t: common } = useTranslation("backoffice");
  const list = useInfiniteQuery(nameWaitsList(useScope()));
  const waits = itemsOf(list) ?? [];
  if (waits.length === 0) return null;
  return (
    <section aria-labelledby="name-waits" className="flex flex-col gap-3">
      <h2 id="name-waits" className="font-semibold">
        {t("name_waits")}
      </h2>
      <p className="text-muted text-pretty">{t("name_waits_text")}</p>
      {waits.map((wait) => (
        <Card key={wait.id} className="flex flex-col gap-2">
          <h3 className="font-semibold">
            <Link to={`/products/${encodeURIComponent(wait.product_id)}`}>
              <bdi>{wait.name}</bdi>
            </Link>
          </h3>
          <OneNameWait wait={wait} />
        </Card>
      ))}
      {list.hasNextPage && (
        <div>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {common("more")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The current name, the requested name, and the buttons to decide. */
export function OneNameWait({ wait }: { wait: NameWait }) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const client = useQueryClient();
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {wait.changes.map(({ field, variant, now, asked }) => (
          <li key={`${field} ${variant}`}>
            <p className="text-sm text-muted">
              {t(`name_field_${field}`)}
              {variant !== "" && (
                <>
                  {" · "}
                  <bdi>{variant}</bdi>
                </>
              )}
            </p>
            <p className="flex flex-wrap gap-x-4">
              <span>
                {t("price_now")}: <bdi>{now || t("name_none")}</bdi>
              </span>
              <span className="font-medium">
                {t("name_asked")}: <bdi>{asked || t("name_none")}</bdi>
              </span>
            </p>
          </li>
        ))}
      </ul>
      <p>{wait.like ? t("name_wait_like", { like: wait.like }) : t("name_wait_far")}</p>
      {wait.other && <p>{t("name_wait_other")}</p>}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{t("asked_by", { name: wait.asked_by })}</span>
        <span>{format.dayTime(Date.parse(wait.asked_at))}</span>
      </p>
      <Decision
        what={wait.name}
        wait={wait}
        decide={(approve) => decideName(wait.id, wait.version, approve)}
        again={() => Promise.all([forget(client, "name-waits"), forget(client, "products")])}
      />
    </div>
  );
}
