import { useState } from "react";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Words } from "../../../../../lib/words";
import { ExtrasLine } from "../../../../../shop/extras/ExtrasLine";
import { cx } from "../../../../../ui/cx";
import { Icon } from "../../../../../ui/Icon";
import { Ltr } from "../../../../../ui/Ltr";
import { Picture } from "../../../../../ui/Picture";
import { Section } from "../../../../../ui/Section";
import type { ConsoleOrder } from "../api";
import { readPicked, writePicked } from "../picked";

/** The ordered items. While the order is being prepared, staff tick off each line as they pick it. */
export function Lines({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const picking = order.status === "pending" || order.status === "processing";
  const [picked, setPicked] = useState(() => readPicked(order.id));
  const done = order.items.filter(({ id }) => picked.has(id)).length;
  function tick(id: string, on: boolean) {
    const next = new Set(picked);
    if (on) next.add(id);
    else next.delete(id);
    setPicked(next);
    writePicked(order.id, next);
  }
  return (
    <Section
      title={t(picking ? "pick_list" : "lines")}
      action={
        picking ? (
          <p role="status" className="text-sm font-medium text-muted">
            {done === order.items.length
              ? t("picked_all")
              : t("picked", { done, count: order.items.length })}
          </p>
        ) : undefined
      }
    >
      <ul className="flex flex-col gap-2">
        {order.items.map((item) => (
          <Line
            key={item.id}
            item={item}
            currency={order.currency}
            picked={picking ? picked.has(item.id) : null}
            onTick={(on) => tick(item.id, on)}
          />
        ))}
      </ul>
    </Section>
  );
}

/** The codes on the shelf's label and on the package. */
function Codes({ item: { sku, barcode } }: { item: ConsoleOrder["items"][number] }) {
  const { t } = useTranslation("orders");
  if (!sku && !barcode) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      {sku && (
        <span>
          {t("sku")} <Ltr className="inline-block max-w-full wrap-anywhere">{sku}</Ltr>
        </span>
      )}
      {barcode && (
        <span>
          {t("barcode")} <Ltr className="inline-block max-w-full wrap-anywhere">{barcode}</Ltr>
        </span>
      )}
    </span>
  );
}

interface LineProps {
  item: ConsoleOrder["items"][number];
  currency: string;
  /** null once the order is past picking. */
  picked: boolean | null;
  onTick: (on: boolean) => void;
}

function Line({ item, currency, picked, onTick }: LineProps) {
  const { t } = useTranslation("orders");
  const format = useFormat();
  const { name, image } = item.product;
  const Row = picked === null ? "div" : "label";
  return (
    <li>
      <Row
        className={cx(
          "flex items-center gap-3 rounded-card bg-card p-3 shadow-soft print:break-inside-avoid print:border print:border-line print:py-1 print:shadow-none",
          picked !== null &&
            "cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-go",
          picked && "bg-go-soft shadow-none",
        )}
      >
        <Picture
          src={image?.src}
          alt=""
          width={image?.width ?? 96}
          height={image?.height ?? 96}
          className="size-16 shrink-0 print:hidden"
        />
        <span className="min-w-0 flex-1">
          <bdi className={cx("block font-medium", picked && "line-through")}>{name}</bdi>
          {item.variant_name && (
            <bdi className="block text-sm text-muted">
              <Words>{item.variant_name}</Words>
            </bdi>
          )}
          <Codes item={item} />
          <span className="font-medium">
            <ExtrasLine extras={item.extras} />
          </span>
          {item.note && (
            <span className="mt-1 block rounded-control bg-saffron-soft px-2 py-1 text-sm">
              {t("line_note", { note: item.note })}
            </span>
          )}
          {item.weighed_grams ? (
            <span className="block text-sm text-muted">
              {t("weigh_hint", { ordered: format.amount(item.qty, item.unit_grams) })}
            </span>
          ) : null}
          <bdi className="block text-sm text-muted">{format.money(item.line_total, currency)}</bdi>
        </span>
        <span
          className={cx(
            "flex h-11 min-w-14 shrink-0 items-center justify-center rounded-control px-2 text-xl font-bold tabular-nums",
            item.qty > 1 || item.unit_grams > 0 ? "bg-saffron text-on-saffron" : "bg-tint",
          )}
        >
          {item.unit_grams > 0
            ? item.weighed_grams
              ? format.amount(item.weighed_grams, 1)
              : format.amount(item.qty, item.unit_grams)
            : t("quantity", { count: item.qty })}
        </span>
        {picked !== null && (
          <span className="relative size-8 shrink-0">
            <input
              type="checkbox"
              checked={picked}
              aria-label={t("pick_label", { name })}
              onChange={(event) => onTick(event.target.checked)}
              className="size-8 cursor-pointer appearance-none rounded-lg border-2 border-control bg-card outline-none checked:border-go checked:bg-go forced-colors:appearance-auto"
            />
            {picked && (
              <Icon
                name="check"
                size={24}
                className="pointer-events-none absolute inset-1 text-on-go"
              />
            )}
          </span>
        )}
      </Row>
    </li>
  );
}
