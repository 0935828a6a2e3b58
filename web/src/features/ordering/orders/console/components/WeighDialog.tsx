import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useFields } from "../../../../../api/useFields";
import { readFigures } from "../../../../../lib/format/figures";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Failure } from "../../../../../ui/Failure";
import { Loaded } from "../../../../../ui/Loaded";
import { TextInput } from "../../../../../ui/TextInput";
import { type ConsoleOrder, orderQuery } from "../api";
import type { Movable } from "../useMove";

type Item = ConsoleOrder["items"][number];
export interface Weight {
  line_id: string;
  grams: number;
}

export interface WeighDialogProps {
  order: Movable;
  /** The label of the move. */
  name: string;
  onClose: () => void;
  /** Rejects with an error if a weight is wrong; otherwise the dialog closes. */
  onSubmit: (weights: Weight[]) => Promise<void>;
}

const fieldOf = ({ id }: Item) => `weights.${id}` as const;

/** Parses whole grams in either set of digits; null for anything else. */
export function gramsIn(text: string): number | null {
  const typed = readFigures(text).replaceAll(/[\s,٬]/g, "");
  return /^\d{1,7}$/.test(typed) ? Number(typed) : null;
}

/** Asks for the weights of an order's items that are sold by weight, before the order is ready. */
export default function WeighDialog({ order, name, onClose, onSubmit }: WeighDialogProps) {
  const { t } = useTranslation("orders");
  const id = useId();
  const asked = useQuery(orderQuery(useScope(), order.id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("dialog_title", { move: name, number: order.number })}
      closeLabel={t("close")}
      size="sm"
      footer={
        <>
          <Button type="submit" form={id} variant="primary" wide disabled={!asked.data}>
            <Isolate>{name}</Isolate>
          </Button>
          <Button wide onClick={onClose}>
            {t("back")}
          </Button>
        </>
      }
    >
      <Loaded query={asked} texts="orders" skeleton={["5rem", "5rem"]}>
        {(one) => <WeighForm id={id} order={one} onSubmit={onSubmit} />}
      </Loaded>
    </Dialog>
  );
}

function WeighForm({
  id,
  order,
  onSubmit,
}: {
  id: string;
  order: ConsoleOrder;
  onSubmit: WeighDialogProps["onSubmit"];
}) {
  const { t } = useTranslation("orders");
  const { amount } = useFormat();
  const items = order.items.filter(({ unit_grams }) => unit_grams > 0);
  const wrong = (item: Item, text: string) => {
    const grams = gramsIn(text);
    if (grams === null) return t("weight_required");
    return grams < item.least_grams || grams > item.most_grams
      ? t("weight_range", {
          least: amount(item.least_grams, 1),
          most: amount(item.most_grams, 1),
        })
      : undefined;
  };
  const form = useFields<Record<string, string>>(
    () => Object.fromEntries(items.map((item) => [fieldOf(item), ""])),
    (values) =>
      Object.fromEntries(
        items.map((item) => [fieldOf(item), wrong(item, values[fieldOf(item)] ?? "")]),
      ),
  );
  const send = () =>
    onSubmit(
      items.map((item) => ({
        line_id: item.id,
        grams: gramsIn(form.values[fieldOf(item)] ?? "") ?? 0,
      })),
    );
  return (
    <form
      id={id}
      ref={form.ref}
      noValidate
      onSubmit={form.submit(send, { leaves: true })}
      className="flex flex-col gap-5"
    >
      <p className="text-muted">{t(order.due > 0 ? "weigh_cash" : "weigh_paid")}</p>
      {items.map((item, place) => (
        <TextInput
          key={item.id}
          {...form.field(fieldOf(item))}
          value={form.values[fieldOf(item)] ?? ""}
          label={[item.product.name, item.variant_name].filter(Boolean).join(" · ")}
          hint={t("weigh_hint", { ordered: amount(item.qty, item.unit_grams) })}
          required
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          autoFocus={place === 0}
          end={<span className="pe-3 text-muted">{t("grams")}</span>}
        />
      ))}
      <Failure of={form.elsewhere} />
    </form>
  );
}
