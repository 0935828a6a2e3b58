import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Card } from "../../../../../ui/Card";
import { TextInput } from "../../../../../ui/TextInput";
import { previewQuery } from "../api";
import { bodyOf, type Draft } from "../model";

const someDelivery = "20";

/** The discount of the coupon being edited on a sample basket, calculated by the shop. */
export function Preview({ draft }: { draft: Draft }) {
  const { t } = useTranslation("coupons");
  const format = useFormat();
  const [basket, setBasket] = useState("300");
  const { kind, value, minimum, cap } = bodyOf(useDeferredValue(draft));
  const filled = basket.trim() !== "" && (kind === "free_delivery" || value !== undefined);
  const body = {
    kind,
    ...(value === undefined ? {} : { value }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(cap === undefined ? {} : { cap }),
    basket: basket.trim(),
    delivery: someDelivery,
  };
  const preview = useQuery({
    ...previewQuery(useScope(), body, filled),
    placeholderData: keepPreviousData,
  });
  const data = filled && !preview.isError ? preview.data : undefined;
  const money = (amount: number) => format.money(amount, data?.currency);
  let text = t("preview_none");
  if (data) {
    const names = {
      basket: money(data.basket),
      discount: money(data.discount),
      missing: money(data.missing),
    };
    if (data.missing > 0) text = t("preview_short", names);
    else if (data.waived > 0) text = t("preview_delivery", names);
    else text = t("preview_text", names);
  }
  return (
    <Card as="section" aria-label={t("preview")} className="flex flex-col gap-3">
      <h2 className="font-semibold">{t("preview")}</h2>
      <div className="grid items-end gap-4 sm:grid-cols-[12rem_1fr]">
        <TextInput
          label={t("basket")}
          value={basket}
          onValueChange={setBasket}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
        />
        <p role="status" className="min-h-12 py-3 text-pretty">
          <Isolate>{text}</Isolate>
        </p>
      </div>
    </Card>
  );
}
