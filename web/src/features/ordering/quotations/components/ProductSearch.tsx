import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useFailureText } from "../../../../api/failure";
import type { ProductCard } from "../../../../api/types";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Apart, Isolate } from "../../../../lib/words";
import { Button } from "../../../../ui/Button";
import { Picture } from "../../../../ui/Picture";
import { TextInput } from "../../../../ui/TextInput";
import { findProducts, productAt } from "../api";
import type { Wanted } from "../model";

/** The number of results shown: a more precise search helps more than more rows. */
const most = 6;

export interface ProductSearchProps {
  service: string;
  /** "" until the first product on the list determines it. */
  branch: string;
  onAdd: (wanted: Wanted, branch: ProductCard["branch"]) => void;
}

/** Searches products by name and adds them to the list. */
export function ProductSearch({ service, branch, onAdd }: ProductSearchProps) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const found = useQuery({
    ...findProducts(useScope(), words, service, branch),
    placeholderData: (before) => (words === "" ? undefined : before),
  });
  // Products that cannot be delivered here are last, and cannot be added.
  const products =
    words === ""
      ? []
      : (found.data ?? []).toSorted((a, b) => Number(isAway(a)) - Number(isAway(b))).slice(0, most);
  const nothing = words !== "" && found.data?.length === 0 && !found.isFetching;
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        label={t("quotations:find")}
        hint={t("quotations:find_hint")}
        type="search"
        dir="auto"
        autoComplete="off"
        value={text}
        onValueChange={setText}
      />
      <p role="status" className={nothing || found.isError ? "text-sm text-muted" : "sr-only"}>
        {found.isError
          ? `${t("quotations:find_failed")} ${failure(found.error) ?? ""}`
          : nothing
            ? t("quotations:find_nothing")
            : products.length > 0 && t("quotations:found", { count: products.length })}
      </p>
      {products.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {products.map((product) => (
            <Found key={product.id} product={product} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </div>
  );
}

const isAway = ({ branch }: ProductCard) => branch.delivers === false;

function Found({ product, onAdd }: { product: ProductCard; onAdd: ProductSearchProps["onAdd"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const several = product.variant_id === null;
  const detail = useQuery(productAt(useScope(), open ? product.id : "", product.branch.id));
  const add = (variant: string, variantName: string) =>
    onAdd(
      {
        id: variant,
        name: product.name,
        variantName,
        image: product.image,
        qty: product.min_qty,
        grams: product.unit_grams,
      },
      product.branch,
    );
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex items-center gap-3">
        <Picture
          src={product.image.src}
          alt=""
          width={product.image.width}
          height={product.image.height}
          className="size-12 shrink-0"
        />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-medium">
            <Isolate>{product.name}</Isolate>
          </p>
          <p className="text-sm text-muted">
            <bdi>{format.money(product.price, product.currency, product.unit_grams)}</bdi>
            {" · "}
            <bdi>{product.branch.name}</bdi>
          </p>
          {isAway(product) && <p className="text-sm text-trouble-text">{t("branches:not_here")}</p>}
        </div>
        <Button
          size="sm"
          icon="plus"
          disabled={isAway(product)}
          aria-expanded={several ? open : undefined}
          aria-label={t(several ? "quotations:choose_of" : "quotations:add_thing", {
            name: product.name,
          })}
          onClick={() =>
            product.variant_id === null ? setOpen(!open) : add(product.variant_id, "")
          }
        >
          {t(several ? "quotations:choose" : "quotations:add")}
        </Button>
      </div>
      {open && detail.data && (
        <ul className="flex flex-wrap gap-2">
          {detail.data.variants.map((variant) => (
            <li key={variant.id}>
              <Button size="sm" icon="plus" onClick={() => add(variant.id, variant.name)}>
                <Apart>{variant.name}</Apart>
                {" · "}
                <bdi>{format.money(variant.price, product.currency, product.unit_grams)}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
