import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { itemsOf } from "../../../../api/query";
import type { Suggestion as Found, ProductCard } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { Isolate } from "../../../../lib/words";
import { ProductLine } from "../../../../shop/products/ProductLine";
import { takesOrders } from "../../../../shop/useClosed";
import { searchList, suggestionsQuery } from "../api";
import { marked } from "../marked";
import type { Offered } from "../offered";
import { recentSearches } from "../recent";
import { resultsOf } from "../results";

const icons = { product: "search", category: "grid", store: "store", area: "pin" } as const;
const shownProducts = 4;
const shownWords = 5;

/**
 * The panel below the active search field: products with prices, found or popular, that can be added at once. Words,
 * categories and stores become the field's suggestions.
 */
export default function SearchPanel({
  text,
  service,
  onOffer,
}: {
  text: string;
  /** The selected service, "" for none: its products come first. */
  service: string;
  onOffer: (offered: readonly Offered[]) => void;
}) {
  const { t } = useTranslation();
  const scope = useScope();
  const found = useQuery({
    ...suggestionsQuery(scope, text, service),
    enabled: text !== "",
    placeholderData: (before) => before,
  }).data;
  const list = useInfiniteQuery({
    ...searchList(
      scope,
      text === ""
        ? new Query("?sort=popular")
        : new Query().with({ q: text, first_service_id: service || null }),
    ),
    placeholderData: (before) => before,
  });
  const here = buyable(itemsOf(list) ?? []);
  // Before the customer types: products that can be ordered, now or for later.
  const products = (text === "" ? here.filter(({ branch }) => takesOrders(branch)) : here).slice(
    0,
    shownProducts,
  );
  // A named store comes first, above the products that people buy there.
  const first = text === "" ? undefined : found?.[0];
  const named =
    first?.kind === "store" && products.every(({ store }) => store.id === first.id)
      ? first.label
      : null;
  // Products that are in the list already are not also suggested.
  const shown = products.map((one) => one.name).join("\n");
  const offered = useMemo(
    () =>
      text === ""
        ? recentSearches().map((words) => asRecent(words, service))
        : (found ?? [])
            .filter(
              (one) =>
                one.kind !== "product" ||
                // With a named store, its other products do not match the typed words.
                (!(named && one.highlight.length === 0) && !shown.split("\n").includes(one.label)),
            )
            .slice(0, shownWords)
            .map((one) => asOffered(one, service)),
    [text, found, service, shown, named],
  );
  const told = useMemo(
    () =>
      offered.map((one) =>
        one.area
          ? { ...one, content: t("search:area", { area: one.text }) }
          : { ...one, kind: one.kind && t(`search:kind_${one.kind}`) },
      ),
    [offered, t],
  );
  useEffect(() => onOffer(told), [told, onOffer]);
  if (products.length === 0) {
    const nothing = text !== "" && list.isSuccess && !list.isFetching && found?.length === 0;
    return nothing && <p className="px-3 py-2 text-muted">{t("search:empty", { words: text })}</p>;
  }
  return (
    <section
      aria-labelledby="search-products"
      className="border-line px-1 pt-1 [:not([hidden])+&]:border-t"
    >
      <h2 id="search-products" className="px-2 pt-1 text-sm text-muted">
        {named
          ? t("search:popular_at", { store: named })
          : t(text === "" ? "search:popular" : "catalog:products")}
      </h2>
      <ul>
        {products.map((product) => (
          <li key={product.id} className="rounded-control hover:bg-tint">
            <ProductLine
              product={product}
              // The heading names the store if all products are from one.
              seller={named ? "" : product.store.name}
              eager
              roomy
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Products that are available and delivered here now: the rest is on the results page. */
function buyable(products: readonly ProductCard[]): ProductCard[] {
  return products.filter((one) => one.available && one.branch.delivers !== false);
}

function asRecent(words: string, service: string): Offered {
  return {
    id: `recent-${words}`,
    text: words,
    icon: "clock",
    to: resultsOf(words, service),
  };
}

function asOffered(one: Found, service: string): Offered {
  if (one.kind === "area") {
    return {
      id: `area-${one.id}`,
      text: one.label,
      icon: icons.area,
      to: paths.branchesResults + new Query().with({ service_id: service || null }),
      area: one.id,
    };
  }
  return {
    id: `${one.kind}-${one.id}`,
    text: one.label,
    kind: one.kind === "product" ? undefined : one.kind,
    icon: icons[one.kind],
    content: marked(one.label, one.highlight).map((part) =>
      part.marked ? (
        <b key={part.at}>
          <Isolate>{part.text}</Isolate>
        </b>
      ) : (
        <span key={part.at}>
          <Isolate>{part.text}</Isolate>
        </span>
      ),
    ),
    to:
      one.kind === "product"
        ? paths.product(one.slug)
        : one.kind === "category"
          ? paths.category(one.slug)
          : `${paths.branchesResults}${new Query().with({ service_id: one.service_slug, store_id: one.id })}`,
  };
}
