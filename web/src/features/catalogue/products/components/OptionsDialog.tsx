import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Product } from "../../../../api/types";
import { priced } from "../../../../lib/format/weight";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useQuantity } from "../../../../shop/cart/useCart";
import { extrasQuery } from "../../../../shop/extras/api";
import { ExtraGroups } from "../../../../shop/extras/ExtraGroups";
import {
  added,
  chosenOf,
  type Group,
  missing,
  picksOf,
  presets,
} from "../../../../shop/extras/model";
import { useAddWith } from "../../../../shop/extras/useAddWith";
import { productQuery } from "../../../../shop/products/api";
import { takesOrders } from "../../../../shop/useClosed";
import { Dialog } from "../../../../ui/Dialog";
import { Picture } from "../../../../ui/Picture";
import { Price } from "../../../../ui/Price";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { choose, firstVariant, variantOf } from "../model";
import { AddRow } from "./AddRow";
import { ProductInCart } from "./InCart";
import { Options } from "./Options";

export interface OptionsDialogProps {
  product: string;
  name: string;
  branch?: string | undefined;
  /** The variant that was chosen already, if any. */
  variant?: string | undefined;
  /** The cart line whose extras are being changed. */
  line?: { id: string; variant: string; qty: number; extras: { id: string; qty: number }[] };
  close: () => void;
}

/** A product's choices in a dialog over its list: the customer chooses, adds and continues in the list. */
export default function OptionsDialog({
  product,
  name,
  branch,
  variant,
  line,
  close,
}: OptionsDialogProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const found = useQuery(productQuery(scope, product, branch));
  const offered = useQuery(
    extrasQuery(
      scope,
      found.data?.extras ? found.data.id : "",
      branch ?? found.data?.branch.id ?? "",
    ),
  );
  const asked = found.data?.extras ? offered : found;
  if (found.data && (!found.data.extras || offered.data)) {
    return (
      <Choosing
        product={found.data}
        groups={offered.data?.groups ?? []}
        branch={branch}
        first={line?.variant ?? variant}
        line={line}
        close={close}
      />
    );
  }
  return (
    <Dialog open onClose={close} title={name} closeLabel={t("catalog:close")}>
      {asked.isError ? (
        <ReadFailure
          error={asked.error}
          title={t("catalog:product_failed")}
          retryLabel={t("catalog:retry")}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <SkeletonGroup label={t("catalog:loading")} className="flex flex-col gap-4">
          <Skeleton shape="block" className="h-20" />
          <Skeleton shape="block" className="h-24" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

function Choosing({
  product,
  groups,
  branch,
  first,
  line,
  close,
}: {
  product: Product;
  groups: readonly Group[];
  branch: string | undefined;
  /** The initial variant; by default the product's first. */
  first: string | undefined;
  line: OptionsDialogProps["line"];
  close: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choices, setChoices] = useState(
    (product.variants.find(({ id }) => id === first) ?? firstVariant(product))?.choices ?? {},
  );
  const [count, setCount] = useState(line?.qty ?? product.min_qty);
  const [chosen, setChosen] = useState(() =>
    line ? chosenOf(groups, line.extras) : presets(groups),
  );
  const [pressed, setPressed] = useState(false);
  const place = useId();
  const lacks = missing(groups, chosen);
  const variant = variantOf(product, choices) ?? firstVariant(product);
  const picture = variant?.image ?? product.image;
  const name = format.words(variant?.name ? `${product.name} · ${variant.name}` : product.name);
  const { qty, set } = useQuantity({
    service: product.service.id,
    variant: variant?.id ?? "",
    name,
    branch,
    grams: product.unit_grams,
  });
  const price = variant ?? product;
  const adding = useAddWith(name, close);
  const takes = takesOrders(product.branch);
  // A line that is in the cart already can be changed while its branch is closed.
  const can =
    Boolean(variant?.available) && product.branch.delivers !== false && (takes || Boolean(line));
  return (
    <Dialog
      open
      onClose={close}
      title={format.words(product.name)}
      closeLabel={t("catalog:close")}
      footer={
        can ? (
          <AddRow
            product={product}
            left={variant?.stock_left ?? null}
            name={name}
            count={count}
            onCount={setCount}
            busy={adding.busy}
            label={
              lacks
                ? t("extras:choose_first", { group: format.words(lacks.name) })
                : t(line ? "extras:save_for" : "cart:add_for", {
                    price: format.money(
                      (price.price + added(groups, chosen)) * priced(count, product.unit_grams),
                    ),
                  })
            }
            onAdd={() => {
              if (lacks) {
                // The missing choice is shown and announced.
                setPressed(true);
                const group = document.getElementById(`${place}-${lacks.id}`);
                group?.scrollIntoView({ block: "center" });
                group?.focus();
                return;
              }
              if (line) {
                void adding.change(product.service.id, line.id, count, picksOf(chosen));
                return;
              }
              if (product.extras) {
                const body = {
                  service_id: product.service.id,
                  product: variant?.id ?? "",
                  qty: count,
                  branch_id: branch ?? product.branch.id,
                  extras: picksOf(chosen),
                };
                void adding.add(body, branch);
                return;
              }
              // Closes first: the cart's question is the next dialog.
              close();
              set(qty + count);
            }}
          />
        ) : (
          <p className="py-2 text-trouble-text">
            {product.branch.delivers === false
              ? t("catalog:not_delivered_text", { branch: product.branch.name })
              : takes
                ? t("catalog:unavailable")
                : t("catalog:closed", { branch: product.branch.name })}
          </p>
        )
      }
    >
      <div className="flex flex-col gap-5 pb-2">
        <div className="flex items-center gap-4">
          <Picture
            src={picture.src}
            alt=""
            width={picture.width}
            height={picture.height}
            tint={product.tint}
            className="size-20 shrink-0"
          />
          <div className="min-w-0">
            <Price
              price={format.price(price.price, product.currency, product.unit_grams)}
              old={price.old_price === null ? undefined : format.price(price.old_price)}
              oldLabel={t("catalog:old_price")}
            />
            {product.description && (
              <p dir="auto" className="line-clamp-2 text-sm leading-6 text-muted">
                {product.description}
              </p>
            )}
          </div>
        </div>
        {!line && (
          <>
            <Options
              product={product}
              choices={choices}
              onChoose={(option, value) => setChoices(choose(product, choices, option, value))}
            />
            <ProductInCart product={product} />
          </>
        )}
        <ExtraGroups
          groups={groups}
          chosen={chosen}
          onChoose={setChosen}
          lacks={pressed ? lacks?.id : undefined}
          idOf={(group) => `${place}-${group}`}
        />
        {adding.refusal && (
          <p role="alert" className="text-trouble-text">
            {adding.refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}
