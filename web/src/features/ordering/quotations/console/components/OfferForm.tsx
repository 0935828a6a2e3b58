import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../../../api/errors";
import { useFields } from "../../../../../api/useFields";
import { priced } from "../../../../../lib/format/weight";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { ExtrasLine } from "../../../../../shop/extras/ExtrasLine";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { Picture } from "../../../../../ui/Picture";
import { Section } from "../../../../../ui/Section";
import { Select } from "../../../../../ui/Select";
import { SumList } from "../../../../../ui/SumList";
import { TextArea } from "../../../../../ui/TextArea";
import { TextInput } from "../../../../../ui/TextInput";
import { VariantName } from "../../../../../ui/VariantName";
import { longestNote } from "../../model";
import { type ConsoleQuotation, priceQuotation, quotationQuery, type ShelfItem } from "../api";
import {
  bodyOf,
  firstDraft,
  isShort,
  type OfferDraft,
  readPrice,
  sumsOf,
  usualDays,
} from "../model";

/** Prices next to the regular ones, live sums, and a button to send the offer. */
export function OfferForm({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const wrong = (text: string) => (readPrice(text) === null ? t("amount_wrong") : undefined);
  const form = useFields<OfferDraft>(
    () => firstDraft(quotation),
    ({ units, delivery }) => ({
      units: quotation.shelf.map(({ id }) => wrong(units[id] ?? "")).find(Boolean),
      delivery: wrong(delivery),
    }),
  );
  const draft = form.values;
  const sums = sumsOf(quotation, draft);
  const { currency } = quotation;
  const { queryKey } = quotationQuery(scope, quotation.id);
  const offer = form.submit(
    async () => {
      const body = bodyOf(quotation, draft);
      if (body) client.setQueryData(queryKey, await priceQuotation(quotation.id, body));
    },
    {
      leaves: true,
      failed: (error) => {
        if (!(error instanceof ApiError) || error.status !== 409) return;
        // The refusal contains the current request.
        if (error.current !== null)
          client.setQueryData(queryKey, error.current as ConsoleQuotation);
        else void client.invalidateQueries({ queryKey });
      },
    },
  );
  return (
    <form ref={form.ref} onSubmit={offer} noValidate className="flex flex-col gap-4">
      <Section title={t("prices")}>
        <ul className="flex flex-col gap-2">
          {quotation.shelf.map((item) => (
            <Line
              key={item.id}
              item={item}
              currency={currency}
              value={draft.units[item.id] ?? ""}
              error={form.error("units") && wrong(draft.units[item.id] ?? "")}
              onChange={(text) => form.set({ units: { ...draft.units, [item.id]: text } })}
            />
          ))}
        </ul>
      </Section>
      <Card className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            {...form.field("delivery")}
            label={t("delivery")}
            hint={t("delivery_usual", { amount: format.money(quotation.zone_fee, currency) })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
          <Select
            {...form.field("days")}
            label={t("valid")}
            options={usualDays.map((days) => ({
              value: days,
              label: t("days", { count: Number(days) }),
            }))}
          />
        </div>
        <TextArea
          {...form.field("note")}
          label={t("offer_note")}
          optionalLabel={t("optional")}
          maxLength={longestNote}
          dir="auto"
        />
        <div role="status">
          <SumList
            lines={[
              {
                id: "items",
                label: t("sum_items"),
                value: format.money(sums.items, currency),
                note: t("off_shelf", {
                  shelf: format.money(sums.shelf, currency),
                  off: format.number(sums.off, 1),
                }),
              },
              {
                id: "delivery",
                label: t("delivery"),
                value: format.money(sums.delivery, currency),
              },
              {
                id: "total",
                label: t("total"),
                value: format.money(sums.total, currency),
                tone: "total",
              },
            ]}
          />
        </div>
        <Failure of={form.elsewhere} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          loading={form.busy}
          loadingLabel={t("sending")}
        >
          {t(quotation.offer ? "send_again" : "send")}
        </Button>
      </Card>
    </form>
  );
}

interface LineProps {
  item: ShelfItem;
  currency: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Line({ item, currency, value, error, onChange }: LineProps) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  const unit = readPrice(value);
  const { name, image } = item.product;
  return (
    <Card as="li" padding="sm" className="flex flex-wrap items-center gap-3">
      <Picture
        src={image.src}
        alt=""
        width={image.width}
        height={image.height}
        className="size-14 shrink-0"
      />
      <div className="min-w-40 flex-1">
        <p className="leading-snug font-medium">
          <bdi>{name}</bdi>
          <VariantName>{item.variant_name}</VariantName>
          <ExtrasLine extras={item.extras} />
        </p>
        <p className="text-sm text-muted">
          {t("shelf", { price: format.money(item.shelf_price, currency, item.unit_grams) })}
          {" · "}
          {item.unit_grams > 0
            ? t("in_stock_weight", { weight: format.amount(item.in_stock, item.unit_grams) })
            : t("in_stock", { count: item.in_stock })}
        </p>
        {isShort(item) && (
          <Badge tone="trouble" icon="alert">
            {t(item.sold ? "short" : "not_sold")}
          </Badge>
        )}
      </div>
      <p className="text-lg font-bold tabular-nums">{`${format.amount(item.qty, item.unit_grams)} ×`}</p>
      <TextInput
        label={t(item.unit_grams > 0 ? "kilo_of" : "unit_of", { name })}
        labelHidden
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="w-28"
        value={value}
        onValueChange={onChange}
        error={error}
      />
      <p className="w-28 text-end font-semibold tabular-nums">
        <bdi>{format.money((unit ?? 0) * priced(item.qty, item.unit_grams), currency)}</bdi>
      </p>
    </Card>
  );
}
