import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../api/errors";
import type { ConsoleCoupon } from "../../../api/types";
import { useNow } from "../../../lib/now";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Link } from "../../../ui/Link";
import { Ltr } from "../../../ui/Ltr";
import { Pagination } from "../../../ui/Pagination";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { TabLinks } from "../../../ui/TabLinks";
import { conditions, offer, remaining } from "../model";
import { couponsQuery } from "./api";

const states = ["", "live", "later", "ended", "off"] as const;

/** Every coupon there is, by where it stands. */
function CouponsPage() {
  const { t } = useTranslation("coupons");
  const { t: all } = useTranslation();
  const { path, query } = usePage();
  const format = useFormat();
  const state = query.get("state");
  const page = query.int("page", 1);
  const list = useQuery({
    ...couponsQuery(useScope(), state, page),
    placeholderData: keepPreviousData,
  });
  const to = (changes: Parameters<typeof query.with>[0]) => `${path}${query.with(changes)}`;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <ButtonLink to="/coupons/new" variant="primary" icon="plus">
          {t("new")}
        </ButtonLink>
      </div>
      <TabLinks
        label={t("state")}
        items={states.map((one) => ({
          label: t(`state_${one || "all"}`),
          to: to({ state: one, page: "" }),
          current: one === state,
        }))}
      />
      {list.data ? (
        list.data.data.length === 0 ? (
          <EmptyState icon="tag" title={t("empty")} text={t("empty_text")} />
        ) : (
          <ul className="flex flex-col gap-3">
            {list.data.data.map((coupon) => (
              <li key={coupon.id}>
                <Row coupon={coupon} />
              </li>
            ))}
          </ul>
        )
      ) : list.isError ? (
        <ErrorState
          title={t("failed")}
          text={errorText(list.error, all, { inPlace: true }) ?? undefined}
          retryLabel={t("retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
          {["a", "b", "c"].map((name) => (
            <Skeleton key={name} shape="block" className="h-28" />
          ))}
        </SkeletonGroup>
      )}
      {list.data?.meta && list.data.meta.last_page > 1 && (
        <Pagination
          label={t("pages")}
          page={page}
          last={list.data.meta.last_page}
          hrefOf={(one) => to({ page: one })}
          previousLabel={t("previous")}
          nextLabel={t("next")}
          pageLabel={(one) => t("page", { page: format.number(one) })}
          format={(one) => format.number(one)}
        />
      )}
    </div>
  );
}

const tones = { live: "go", later: "offer", ended: "neutral", off: "neutral" } as const;

function Row({ coupon }: { coupon: ConsoleCoupon }) {
  const { t } = useTranslation("coupons");
  const { t: all } = useTranslation();
  const format = useFormat();
  return (
    <Card as="article" pressable className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          <Link to={`/coupons/${encodeURIComponent(coupon.id)}`} look="cover">
            <Ltr>{coupon.code}</Ltr>
          </Link>
        </h2>
        <Badge tone={tones[coupon.state]}>{t(`state_${coupon.state}`)}</Badge>
        <span className="ms-auto text-sm tabular-nums">
          {t("uses", { count: coupon.uses })}
          {coupon.total_limit !== null && ` ${t("of_uses", { count: coupon.total_limit })}`}
        </span>
      </div>
      <p>{offer(coupon, all, format)}</p>
      <p className="text-sm text-muted">
        {[
          conditions(coupon, all, format),
          remaining(coupon, all, format, useNow()),
          t(coupon.listed ? "listed" : "unlisted"),
        ]
          .filter(Boolean)
          .join(all("promo:and"))}
      </p>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("coupons:title"), noIndex: true }),
  Component: CouponsPage,
});
