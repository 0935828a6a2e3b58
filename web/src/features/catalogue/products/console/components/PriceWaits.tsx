import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import type { SheetRow } from "../api";

type Waits = NonNullable<SheetRow["waits"]>;

/** A price that awaits approval by a second person, and the reason. */
export function WhyItWaits({ waits, grams }: { waits: Waits; grams: number }) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const money = (amount: number) => format.money(amount, "EGP", grams);
  return (
    <>
      <p>
        {waits.offer_price === null
          ? t("waits_price", { price: money(waits.price) })
          : t("waits_offer", { offer: money(waits.offer_price), price: money(waits.price) })}
      </p>
      <p>
        {t("waits_why", {
          drop: format.number(waits.drop),
          highest: money(waits.highest),
          count: waits.drop_days,
          n: format.number(waits.drop_days),
        })}
      </p>
      {waits.offer_price !== null && waits.offer_to === null && <p>{t("no_offer_end")}</p>}
    </>
  );
}
