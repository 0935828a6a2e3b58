import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ConsoleCoupon } from "../../../api/types";
import { useNow } from "../../../lib/now";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Ltr } from "../../../ui/Ltr";
import { Pages } from "../../../ui/Pages";
import { TabLinks } from "../../../ui/TabLinks";
import { conditions, offer, remaining } from "../model";
import { couponsQuery } from "./api";

const states = ["", "live", "later", "ended", "off"] as const;

/** Every coupon there is, by where it stands. */
function CouponsPage() {
  const { t } = useTranslation("coupons");
  const { path, query } = usePage();
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
      <LoadedList
        query={list}
        items={list.data?.data}
        texts="coupons"
        skeleton={["h-28", "h-28", "h-28"]}
        empty={<EmptyState icon="tag" title={t("empty")} text={t("empty_text")} />}
        row={(coupon) => <Row coupon={coupon} />}
      />
      <Pages last={list.data?.meta?.last_page} texts="coupons" />
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
