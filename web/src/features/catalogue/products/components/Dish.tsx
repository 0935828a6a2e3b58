import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Product } from "../../../../api/types";
import { priced } from "../../../../lib/format/weight";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { longestNote } from "../../../../shop/cart/NoteForm";
import { extrasQuery } from "../../../../shop/extras/api";
import { ExtraGroups } from "../../../../shop/extras/ExtraGroups";
import { added, type Group, missing, picksOf, presets } from "../../../../shop/extras/model";
import { useAddWith } from "../../../../shop/extras/useAddWith";
import { BottomBar } from "../../../../ui/BottomBar";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { TextInput } from "../../../../ui/TextInput";
import { AddRow } from "./AddRow";
import { DishSkeleton } from "./DishSkeleton";

export interface DishProps {
  product: Product;
  variant: Product["variants"][number];
  /** The branch that the customer is viewing. */
  branch: string | undefined;
}

/** The page of a product with extras: the choices, then the quantity and the add button, which stay within reach. */
export default function Dish(props: DishProps) {
  const { t } = useTranslation();
  const { product } = props;
  const offered = useQuery(extrasQuery(useScope(), product.id, product.branch.id));
  if (offered.data) return <Choosing {...props} groups={offered.data.groups} />;
  if (!offered.isError) return <DishSkeleton />;
  return (
    <ReadFailure
      error={offered.error}
      title={t("catalog:product_failed")}
      retryLabel={t("catalog:retry")}
      onRetry={() => void offered.refetch()}
      retrying={offered.isFetching}
    />
  );
}

function Choosing({ product, variant, branch, groups }: DishProps & { groups: readonly Group[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const place = useId();
  const [chosen, setChosen] = useState(() => presets(groups));
  const [count, setCount] = useState(product.min_qty);
  const [note, setNote] = useState("");
  const [pressed, setPressed] = useState(false);
  const lacks = missing(groups, chosen);
  const name = format.words(variant.name ? `${product.name} · ${variant.name}` : product.name);
  const adding = useAddWith(name, () => {
    setCount(product.min_qty);
    setChosen(presets(groups));
    setNote("");
    setPressed(false);
  });
  function add() {
    if (lacks) {
      // The missing choice is shown and announced.
      setPressed(true);
      const group = document.getElementById(`${place}-${lacks.id}`);
      group?.scrollIntoView({ block: "center" });
      group?.focus();
      return;
    }
    const body = {
      service_id: product.service.id,
      product: variant.id,
      qty: count,
      branch_id: branch ?? product.branch.id,
      extras: picksOf(chosen),
      note: note.trim(),
    };
    void adding.add(body, branch);
  }
  const row = (
    <AddRow
      product={product}
      left={variant.stock_left}
      name={name}
      count={count}
      onCount={setCount}
      busy={adding.busy}
      onAdd={add}
      label={
        lacks
          ? t("extras:choose_first", { group: format.words(lacks.name) })
          : t("cart:add_for", {
              price: format.money(
                (variant.price + added(groups, chosen)) * priced(count, product.unit_grams),
              ),
            })
      }
    />
  );
  return (
    <>
      <ExtraGroups
        groups={groups}
        chosen={chosen}
        onChoose={setChosen}
        lacks={pressed ? lacks?.id : undefined}
        idOf={(group) => `${place}-${group}`}
      />
      <TextInput
        label={t(product.tint === "food" ? "catalog:note_kitchen" : "catalog:note_branch")}
        placeholder={t(product.tint === "food" ? "cart:note_example_food" : "cart:note_example")}
        value={note}
        onValueChange={setNote}
        maxLength={longestNote}
        dir="auto"
        optionalLabel={t("cart:optional")}
      />
      {adding.refusal && (
        <p role="alert" className="text-trouble-text">
          {adding.refusal}
        </p>
      )}
      <div className="sticky bottom-0 z-10 bg-paper py-3 max-md:hidden lg:-mx-6 lg:-mb-6 lg:rounded-b-card lg:bg-card lg:px-6">
        {row}
      </div>
      <BottomBar label={t("catalog:buy")} className="hides-cart" phoneOnly>
        {row}
      </BottomBar>
    </>
  );
}
