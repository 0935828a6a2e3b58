import type { Ref } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import type { Query } from "../../lib/url";
import { useFormat } from "../../lib/useFormat";
import { Chip } from "../../ui/Chip";
import { Select } from "../../ui/Select";

export interface FiltersProps {
  /** The page's path, and its query: every filter is a link to the same page, narrowed. */
  path: string;
  query: Query;
  sorts: readonly string[];
  categories?: readonly (Ref & { count?: number })[];
  stores?: readonly (Ref & { count?: number })[];
  onSort: (address: string) => void;
}

/** Filters as links, so that a narrowed list can be shared; the sort is a choice beside them. */
export function Filters({ path, query, sorts, categories, stores, onSort }: FiltersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = (changes: Record<string, string | boolean | null>) =>
    path + query.with({ ...changes, page: null }).toString();
  const toggle = (name: string) => {
    const on = query.get(name) === "true";
    return (
      <Chip label={t(`catalog:${name}`)} to={to({ [name]: !on })} selected={on} removable={on} />
    );
  };
  const choice = (name: "category_id" | "store_id", list: readonly (Ref & { count?: number })[]) =>
    list.map((one) => {
      const on = query.get(name) === one.id || query.get(name) === one.slug;
      return (
        <Chip
          key={one.id}
          label={one.name}
          count={one.count === undefined ? undefined : format.number(one.count)}
          to={to({ [name]: on ? null : one.id })}
          selected={on}
          removable={on}
        />
      );
    });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <nav aria-label={t("catalog:filters")} className="flex min-w-0 flex-wrap gap-2">
          {toggle("in_stock")}
          {toggle("offer")}
          {(query.has("price_min") || query.has("price_max")) && (
            <Chip
              label={t("catalog:price_range", {
                from: format.number(query.int("price_min", 0, 0)),
                to: query.has("price_max") ? format.number(query.int("price_max", 0, 0)) : "∞",
              })}
              to={to({ price_min: null, price_max: null })}
              selected
              removable
            />
          )}
        </nav>
        <Select
          label={t("catalog:sort")}
          value={query.get("sort") || sorts[0]}
          labelHidden
          onValueChange={(sort) => onSort(to({ sort }))}
          options={sorts.map((sort) => ({ value: sort, label: t(`catalog:sort_${sort}`) }))}
        />
      </div>
      {categories && categories.length > 0 && (
        <nav
          aria-label={t("catalog:categories")}
          className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 pb-1"
        >
          {choice("category_id", categories)}
        </nav>
      )}
      {stores && stores.length > 1 && (
        <nav
          aria-label={t("catalog:stores")}
          className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 pb-1"
        >
          {choice("store_id", stores)}
        </nav>
      )}
    </div>
  );
}
