import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Product } from "../../../api/types";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { most } from "../../../shop/cart/AddToCart";
import { useQuantity } from "../../../shop/cart/useCart";
import { productQuery } from "../../../shop/products/api";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Picture } from "../../../ui/Picture";
import { Price } from "../../../ui/Price";
import { ReadFailure } from "../../../ui/ReadFailure";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { Stepper } from "../../../ui/Stepper";
import { choose, firstVariant, variantOf } from "../model";
import { Options } from "./Options";

export interface OptionsDialogProps {
  product: string;
  name: string;
  branch?: string | undefined;
  close: () => void;
}

/** The choices of a product over the list it stands in: chosen, added, and on with the list. */
export default function OptionsDialog({ product, name, branch, close }: OptionsDialogProps) {
  const { t } = useTranslation();
  const asked = useQuery(productQuery(useScope(), product, branch));
  if (asked.data) {
    return <Choosing product={asked.data} branch={branch} close={close} />;
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
  branch,
  close,
}: {
  product: Product;
  branch: string | undefined;
  close: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choices, setChoices] = useState(firstVariant(product)?.choices ?? {});
  const [count, setCount] = useState(product.min_qty);
  const variant = variantOf(product, choices) ?? firstVariant(product);
  const picture = variant?.image ?? product.image;
  const name = format.words(variant?.name ? `${product.name} · ${variant.name}` : product.name);
  const { qty, set } = useQuantity({
    service: product.service.id,
    variant: variant?.id ?? "",
    name,
    branch,
  });
  const price = variant ?? product;
  const can = Boolean(variant?.available) && product.branch.delivers !== false;
  const max = most(product.max_qty, variant?.stock_left ?? null);
  return (
    <Dialog
      open
      onClose={close}
      title={format.words(product.name)}
      closeLabel={t("catalog:close")}
      footer={
        can ? (
          <div className="flex w-full items-center gap-3">
            <Stepper
              value={count}
              onChange={setCount}
              keepsMin
              min={product.min_qty}
              max={max}
              size="md"
              format={(value) => format.number(value)}
              atMax={t("cart:at_most", { count: max })}
              labels={{
                add: t("cart:add"),
                addThing: t("cart:add_thing", { name }),
                quantity: t("cart:quantity_of", { name }),
                more: t("cart:one_more", { name }),
                less: t("cart:one_less", { name }),
                remove: t("cart:one_less", { name }),
              }}
            />
            <Button
              variant="primary"
              className="min-w-0 flex-1"
              onClick={() => {
                // Closed first: a question of the cart is the next dialog.
                close();
                set(qty + count);
              }}
            >
              {t("cart:add_for", { price: format.money(price.price * count) })}
            </Button>
          </div>
        ) : (
          <p className="py-2 text-trouble-text">
            {product.branch.delivers === false
              ? t("catalog:not_delivered_text", { branch: product.branch.name })
              : t("catalog:unavailable")}
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
            className="size-20 shrink-0"
          />
          <div className="min-w-0">
            <Price
              price={format.price(price.price)}
              old={price.old_price === null ? undefined : format.price(price.old_price)}
              oldLabel={t("catalog:old_price")}
            />
            {product.description && (
              <p className="line-clamp-2 text-sm leading-6 text-muted">{product.description}</p>
            )}
          </div>
        </div>
        <Options
          product={product}
          choices={choices}
          onChoose={(option, value) => setChoices(choose(product, choices, option, value))}
        />
      </div>
    </Dialog>
  );
}
