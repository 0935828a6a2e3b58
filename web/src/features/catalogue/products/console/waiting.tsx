import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { RecordList } from "../../../../backoffice/RecordList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Ltr } from "../../../../ui/Ltr";
import { decidePrice, forget, type PriceWait, waitsList } from "./api";
import { Decision } from "./components/Decision";
import { ExtraWaits } from "./components/ExtraWaits";
import { NameWaits } from "./components/NameWaits";
import { WhyItWaits } from "./components/PriceWaits";

/** Large price cuts and changed names that await approval by a second person. */
function WaitingPage() {
  const { t } = useTranslation("catalogue");
  const scope = useScope();
  const list = useInfiniteQuery(waitsList(scope));
  // Names and extras concern all branches of a store: staff limited to some branches cannot decide them.
  const whole = useQuery(meQuery(scope)).data?.all_branches ?? false;
  return (
    <RecordList<PriceWait>
      title={t("waits_title")}
      list={list}
      draw={(wait) => <OneWait wait={wait} />}
      empty={{ icon: "tag", title: t("no_waits"), text: t("no_waits_text") }}
    >
      <p className="text-muted text-pretty">{t("waits_text")}</p>
      {whole && <NameWaits />}
      {whole && <ExtraWaits />}
    </RecordList>
  );
}

function OneWait({ wait }: { wait: PriceWait }) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const client = useQueryClient();
  const name = format.list(wait.variant ? [wait.name, wait.variant] : [wait.name], " – ");
  return (
    <div className="flex flex-col gap-2 py-1">
      <h2 className="font-semibold">
        <Isolate>{name}</Isolate> · <bdi>{wait.branch.name}</bdi>
      </h2>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <Ltr>{wait.sku}</Ltr>
        <span>
          {t("price_now")}:{" "}
          {wait.now === null ? t("no_price") : format.money(wait.now, "EGP", wait.unit_grams)}
        </span>
        <span>{t("asked_by", { name: wait.asked_by })}</span>
        <span>{format.dayTime(Date.parse(wait.asked_at))}</span>
      </p>
      <WhyItWaits waits={wait} grams={wait.unit_grams} />
      <Decision
        what={name}
        wait={wait}
        decide={(approve) => decidePrice(wait.id, wait.version, approve)}
        again={() => forget(client, "price-waits")}
      />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:waits_title"), noIndex: true }),
  Component: WaitingPage,
});
