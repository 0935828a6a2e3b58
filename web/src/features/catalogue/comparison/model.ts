import type { Translate } from "../../../lib/i18n";
import type { Format } from "../../../lib/useFormat";
import type { Compared } from "./api";

/** One aspect that products are compared by; each cell has the lines of one product. */
export interface Row {
  id: string;
  label: string;
  cells: readonly (readonly string[])[];
  differs: boolean;
}

const nothing: readonly string[] = [];

/**
 * Rows with the products' differences first, then their common features. Rows that are empty for all products are left
 * out.
 */
export function rowsOf(products: readonly Compared[], t: Translate, format: Format): Row[] {
  const rows: Row[] = [];
  const add = (id: string, label: string, cell: (one: Compared) => readonly string[]) => {
    const cells = products.map(cell);
    if (cells.every((lines) => lines.length === 0)) return;
    const first = cells[0]?.join("\n");
    rows.push({ id, label, cells, differs: cells.some((lines) => lines.join("\n") !== first) });
  };
  add("price", t("comparing:price"), (one) => [
    one.price_varies
      ? t("comparing:from", { amount: format.money(one.price, one.currency, one.unit_grams) })
      : format.money(one.price, one.currency, one.unit_grams),
  ]);
  add("offer", t("comparing:offer"), (one) =>
    one.discount_percent === null || one.old_price === null
      ? nothing
      : [
          t("catalog:discount", { percent: format.number(one.discount_percent) }),
          t("comparing:instead", {
            amount: format.money(one.old_price, one.currency, one.unit_grams),
          }),
        ],
  );
  add("rating", t("comparing:rating"), (one) => [
    one.rating.count === 0
      ? t("comparing:unrated")
      : t("comparing:stars", {
          value: format.number(one.rating.average, 1, 1),
          count: one.rating.count,
        }),
  ]);
  add("stock", t("comparing:stock"), (one) => [
    !one.available
      ? t("comparing:sold_out")
      : one.stock_left === null
        ? t("comparing:available")
        : one.unit_grams > 0
          ? t("cart:at_most_weight", { weight: format.amount(one.stock_left, one.unit_grams) })
          : t("catalog:left", { count: one.stock_left }),
  ]);
  add("branches", t("comparing:branches"), (one) =>
    one.offers.length === 0
      ? [t("comparing:nowhere")]
      : one.offers.map((offer) =>
          t(
            !offer.available
              ? "comparing:at_branch_gone"
              : offer.branch.is_closed
                ? "comparing:at_branch_closed"
                : offer.price === cheapest(one)
                  ? "comparing:at_branch_cheapest"
                  : "comparing:at_branch",
            {
              branch: offer.branch.name,
              amount: format.money(offer.price, one.currency, one.unit_grams),
            },
          ),
        ),
  );
  add("delivery", t("comparing:delivery"), (one) => {
    const best = one.offers[0];
    if (!best || best.delivery_fee === null) return nothing;
    const fee =
      best.delivery_fee === 0
        ? t("branches:free_delivery")
        : format.money(best.delivery_fee, one.currency);
    return best.delivery_minutes === null || best.branch.is_closed
      ? [fee]
      : [fee, t("branches:minutes", { count: best.delivery_minutes })];
  });
  add("unit", t("comparing:unit"), (one) => (one.unit ? [one.unit] : nothing));
  // A choice of one product, for example the weight, may be a fixed attribute of another: both share a row.
  for (const name of named(products, (one) => [...one.options, ...one.attributes])) {
    add(`named:${name}`, name, (one) => {
      const values = one.options.find((option) => option.name === name)?.values ?? [];
      return [
        ...(values.length > 0 ? [values.join(t("comparing:comma"))] : nothing),
        ...one.attributes
          .filter((attribute) => attribute.name === name)
          .map((attribute) => attribute.value),
      ];
    });
  }
  add("category", t("comparing:category"), (one) => [one.category.name]);
  add("store", t("comparing:store"), (one) => [one.store.name]);
  return [...rows.filter((row) => row.differs), ...rows.filter((row) => !row.differs)];
}

/** The lowest price at which a product is available now, if branches ask different prices; null if all ask the same. */
function cheapest({ offers }: Compared): number | null {
  const prices = offers
    .filter(({ available, branch }) => available && !branch.is_closed)
    .map(({ price }) => price);
  const least = Math.min(...prices);
  return prices.some((price) => price !== least) ? least : null;
}

/** Every name once, in order of first appearance. */
function named(
  products: readonly Compared[],
  of: (one: Compared) => readonly { name: string }[],
): string[] {
  return [...new Set(products.flatMap(of).map(({ name }) => name))];
}

/** The URL at which anyone can see this comparison. */
export function sharePath(slugs: readonly string[]): string {
  return `/search-results?compare=${slugs.map(encodeURIComponent).join(",")}`;
}

/** The slugs in a URL's `compare` parameter. */
export function slugsOf(text: string, most: number): string[] {
  return [...new Set(text.split(",").filter((one) => one !== ""))].slice(0, most);
}
