import { useQuery } from "@tanstack/react-query";
import { useFields } from "../../../../api/useFields";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { EmptyState } from "../../../../ui/EmptyState";
import { Failure } from "../../../../ui/Failure";
import { Loaded } from "../../../../ui/Loaded";
import { TextInput } from "../../../../ui/TextInput";
import { type ConsoleCurrency, ratesQuery, setRate } from "./api";
import { AddCurrency } from "./components/AddCurrency";
import { RateHistory } from "./components/RateHistory";
import { SwitchCurrency } from "./components/SwitchCurrency";

const tones = {
  fresh: "good",
  stale: "offer",
  expired: "trouble",
  no_rate: "trouble",
  off: "neutral",
} as const;

/** The rates of other currencies, and since when they apply. */
function Rates() {
  const { t } = useTranslation("currency");
  const rates = useQuery(ratesQuery(useScope()));
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <div>
        <h1 className="text-2xl font-semibold">{t("rates")}</h1>
        <p className="mt-1 text-muted">{t("rates_text")}</p>
      </div>
      <Loaded query={rates} texts="currency" skeleton={["h-40"]}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="cash" title={t("none")} text={t("rates_text")} />
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {all.map((one) => (
                <li key={one.code}>
                  <One currency={one} onSaved={() => void rates.refetch()} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {rates.data && <AddCurrency onAdded={() => void rates.refetch()} />}
    </div>
  );
}

function One({ currency, onSaved }: { currency: ConsoleCurrency; onSaved: () => void }) {
  const { t } = useTranslation("currency");
  const { lang, number, dayTime } = useFormat();
  const form = useFields({ rate: "", confirm: false });
  const far = form.errorOf("confirm");

  async function save() {
    await setRate(currency.code, { ...form.values, note: "", rate_seq: currency.rate_seq });
    form.reset({ rate: "", confirm: false });
    onSaved();
  }
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">
          {lang === "ar" ? currency.name_ar : currency.name_en} ({currency.code})
        </h2>
        <Badge tone={tones[currency.state]}>{t(`state_${currency.state}`)}</Badge>
      </div>
      {currency.rate_at && (
        <p>
          <bdi>
            1 {currency.code} = {number(currency.rate_e6 / 1_000_000, 6)} {currency.shop}
          </bdi>
          <span className="block text-sm text-muted">{dayTime(Date.parse(currency.rate_at))}</span>
        </p>
      )}
      <form ref={form.ref} onSubmit={form.submit(save)} noValidate className="flex flex-col gap-3">
        <TextInput
          {...form.field("rate")}
          label={t("new_rate", { code: currency.code })}
          inputMode="decimal"
          dir="ltr"
        />
        {far && (
          <Checkbox
            label={far}
            error={undefined}
            checked={form.values.confirm}
            onCheckedChange={(confirm) => form.set({ confirm })}
          />
        )}
        <Failure of={form.elsewhere} />
        <Button type="submit" className="self-start" loading={form.busy} loadingLabel={t("saving")}>
          {t(far ? "confirm" : "set")}
        </Button>
      </form>
      <SwitchCurrency currency={currency} onSaved={onSaved} />
      <RateHistory code={currency.code} seq={currency.rate_seq} />
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("currency:rates"), noIndex: true }),
  Component: Rates,
});
