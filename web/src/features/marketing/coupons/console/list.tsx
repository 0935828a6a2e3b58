import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleCoupon } from "../../../../api/types";
import { bulkRun } from "../../../../backoffice/bulk";
import { meQuery } from "../../../../backoffice/me";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { useNow } from "../../../../lib/now";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { conditions, offer, remaining } from "../model";
import { couponsList } from "./api";

const states = ["", "live", "waiting", "later", "ended", "off"] as const;
const tones = {
  live: "good",
  waiting: "offer",
  later: "offer",
  ended: "neutral",
  off: "neutral",
} as const;

/** All coupons, by state. */
function CouponsPage() {
  const { t } = useTranslation("coupons");
  const { t: all } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { params } = useListAddress("state");
  const scope = useScope();
  const client = useQueryClient();
  const may = useQuery(meQuery(scope)).data?.capabilities.includes("coupons.make") === true;
  const list = useInfiniteQuery(couponsList(scope, params.state));
  const terms = (coupon: ConsoleCoupon) =>
    [
      conditions(coupon, all, format),
      remaining(coupon, all, format, now),
      t(coupon.listed ? "listed" : "unlisted"),
    ]
      .filter(Boolean)
      .join(all("promo:and"));
  const bulk = [
    {
      id: "on",
      label: t("switch_on"),
      run: bulkRun(client, "/console/coupons/bulk", "on"),
    },
    {
      id: "off",
      label: t("switch_off"),
      danger: true,
      confirm: { title: t("switch_several"), text: t("switch_several_text") },
      run: bulkRun(client, "/console/coupons/bulk", "off"),
    },
  ];
  return (
    <RecordList<ConsoleCoupon>
      title={t("title")}
      create={may ? { to: "/coupons/new", label: t("new") } : undefined}
      list={list}
      to={({ id }) => `/coupons/${encodeURIComponent(id)}`}
      nameOf={({ code }) => code}
      bulk={may ? bulk : []}
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`state_${value || "all"}`) })),
      }}
      columns={[
        { id: "code", label: t("code"), cell: ({ code }) => <Ltr>{code}</Ltr> },
        { id: "offer", label: t("kind"), cell: (coupon) => offer(coupon, all, format) },
        { id: "terms", label: t("terms"), cell: terms },
        {
          id: "state",
          label: t("state"),
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>,
        },
        {
          id: "uses",
          label: t("used"),
          align: "end",
          cell: ({ uses, total_limit }) =>
            total_limit === null
              ? format.number(uses)
              : `${format.number(uses)} ${t("of_uses", { count: total_limit })}`,
        },
      ]}
      empty={{ icon: "tag", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("coupons:title"), noIndex: true }),
  Component: CouponsPage,
});
