import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { Branch } from "../../../../api/types";
import { usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Filters } from "../../../../shop/products/Filters";
import { ProductList, type ProductListProps } from "../../../../shop/products/ProductList";
import { narrowedList, partOf } from "../menu";
import { Shelves } from "./Shelves";

const sorts = ["popular", "newest", "price_asc", "price_desc"];

/** The part of a branch's menu that the URL selects, as one list. */
export function Narrowed({
  branch,
  action,
}: {
  branch: Branch;
  action: ProductListProps["action"];
}) {
  const { path, query } = usePage();
  const list = useInfiniteQuery(
    narrowedList(useScope(), branch, query),
  ) as unknown as ProductListProps["list"] & UseInfiniteQueryResult;
  const { t } = useTranslation();
  const chosen = query.get("category_id");
  const part = partOf(branch.categories, chosen);
  return (
    <>
      {part && <Shelves part={part} chosen={chosen} />}
      <Filters
        path={path}
        query={query}
        sorts={sorts}
        total={(list as ProductListProps["list"]).data?.pages[0]?.meta.total}
        within={{ branch_id: branch.id }}
        floating
      />
      <ProductList
        list={list}
        branch={branch.id}
        action={action}
        beside
        {...(query.has("q")
          ? {
              empty: {
                title: t("search:empty", { words: query.get("q") }),
                to: path,
                label: t("catalog:show_all"),
              },
            }
          : {})}
      />
    </>
  );
}
