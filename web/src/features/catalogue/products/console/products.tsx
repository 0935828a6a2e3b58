import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { bulkRun } from "../../../../backoffice/bulk";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { categoriesQuery, choicesQuery, type ProductRow, productsList } from "./api";

const states = ["", "draft", "published", "archived"] as const;
const lacking = ["translation", "picture", "price", "duplicate"] as const;
export const tones = { draft: "offer", published: "good", archived: "neutral" } as const;

/** All products, including drafts. */
function ProductsPage() {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  const { params } = useListAddress("state", "store_id", "category_id", "tag", "missing");
  const list = useInfiniteQuery(productsList(scope, params));
  const choices = useQuery(choicesQuery(scope)).data;
  const categories = useQuery(categoriesQuery(scope)).data ?? [];
  const may = useQuery(meQuery(scope)).data?.capabilities.includes("catalogue.edit") === true;
  // A tag in the URL that no product has any longer can still be removed.
  const tags = [
    ...(params.tag === "" || choices?.tags.includes(params.tag) !== false ? [] : [params.tag]),
    ...(choices?.tags ?? []),
  ];
  const several = (id: "publish" | "unpublish" | "archive" | "restore") => ({
    id,
    label: t(id),
    run: bulkRun(client, "/console/products/bulk", id),
  });
  const inUse = [
    ...(params.state === "published" ? [] : [several("publish")]),
    ...(params.state === "draft" ? [] : [several("unpublish")]),
    {
      ...several("archive"),
      danger: true,
      confirm: { title: t("archive_several"), text: t("archive_several_text") },
    },
  ];
  const name = (row: ProductRow) => nameIn(scope.lang, row, row.sku);
  return (
    <RecordList<ProductRow>
      title={t("products")}
      create={may ? { to: "/products/new", label: t("new_product") } : undefined}
      list={list}
      to={({ id }) => `/products/${encodeURIComponent(id)}`}
      nameOf={name}
      bulk={may ? (params.state === "archived" ? [several("restore")] : inUse) : []}
      search={t("search_products")}
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`state_${value || "in_use"}`) })),
      }}
      filters={[
        {
          name: "store_id",
          label: t("store"),
          all: t("all_stores"),
          options: (choices?.stores ?? []).map(({ id, name: label }) => ({ value: id, label })),
        },
        {
          name: "category_id",
          label: t("category"),
          all: t("all_categories"),
          options: categories
            .filter(({ archived }) => !archived)
            .map((one) => ({
              value: one.id,
              label: `${"– ".repeat(one.depth)}${nameIn(scope.lang, one)}`,
            })),
        },
        ...(tags.length > 0
          ? [
              {
                name: "tag",
                label: t("tags"),
                all: t("all_tags"),
                options: tags.map((tag) => ({ value: tag, label: tag })),
              },
            ]
          : []),
        {
          name: "missing",
          label: t("to_mend"),
          all: t("nothing_to_mend"),
          options: lacking.map((value) => ({ value, label: t(`missing_${value}`) })),
        },
      ]}
      columns={[
        {
          id: "name",
          label: t("name"),
          sort: "name",
          cell: (row) => (
            <span className="flex items-center gap-3">
              {row.image.src ? (
                <img
                  src={row.image.src}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="size-10 rounded-md bg-tint object-contain"
                />
              ) : (
                <span className="size-10 shrink-0 rounded-md bg-tint" />
              )}
              <span className="min-w-0">
                <Isolate>{name(row)}</Isolate>
              </span>
            </span>
          ),
        },
        { id: "sku", label: t("sku"), cell: ({ sku }) => <Ltr>{sku}</Ltr> },
        { id: "store", label: t("store"), cell: ({ store }) => store.name },
        {
          id: "category",
          label: t("category"),
          cell: ({ category }) => category.name,
          wideOnly: true,
        },
        {
          id: "state",
          label: t("state"),
          cell: ({ state, missing }) => (
            <span className="flex flex-wrap gap-1">
              <Badge tone={tones[state]} className="whitespace-nowrap">
                {t(`state_${state}`)}
              </Badge>
              {missing.map((what) => (
                <Badge key={what} className="whitespace-nowrap">
                  {t(`missing_${what as (typeof lacking)[number]}`)}
                </Badge>
              ))}
            </span>
          ),
        },
        {
          id: "price",
          label: t("price_from"),
          align: "end",
          cell: ({ price, unit_grams }) =>
            price > 0 ? format.money(price, "EGP", unit_grams) : t("no_price"),
        },
      ]}
      empty={{ icon: "bag", title: t("no_products"), text: t("no_products_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:products"), noIndex: true }),
  Component: ProductsPage,
});
