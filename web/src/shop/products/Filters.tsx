import { Suspense, useState } from "react";
import type { Ref } from "../../api/types";
import { part } from "../../lib/part";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Chip } from "../../ui/Chip";
import { cx } from "../../ui/cx";
import { SortChip } from "../../ui/SortChip";
import { chosenCount, type FiltersProps } from "./filterTypes";
import { useGoTo } from "./useGoTo";

// Loaded when the customer first opens the sheet.
const FilterSheet = part(() => import("./FilterSheet"));

/**
 * A sticky row with the button for the filter sheet, the sort order, and a removable chip for each
 * filter that is set.
 */
export function Filters(props: FiltersProps) {
  const { path, query, sorts, facets, children } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const [open, setOpen] = useState(false);
  const to = (changes: Record<string, string | boolean | null>) =>
    path + query.with({ ...changes, page: null }).toString();
  const narrow = props.beside ? "xl:hidden" : undefined;
  const set = chosenCount(props);
  const toggle = (name: "in_stock" | "offer") => {
    const on = query.get(name) === "true";
    return (
      <Chip
        label={t(`catalog:${name}`)}
        to={to({ [name]: !on })}
        selected={on}
        removable={on}
        disabled={!on && facets?.[name] === 0}
        className={on ? undefined : narrow}
      />
    );
  };
  const chosen = (name: "category_id" | "store_id", list: readonly Ref[] = []) => {
    const one = list.find(({ id, slug }) => [id, slug].includes(query.get(name)));
    return one && <Chip label={one.name} to={to({ [name]: null })} selected removable />;
  };
  return (
    <nav
      aria-label={t("catalog:filters")}
      className={cx(
        "-mx-4 px-4 sm:-mx-6 sm:px-6",
        props.floating ? "py-1" : "below-head sticky top-(--header) z-20 bg-paper py-2",
      )}
    >
      <div className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
        <Chip
          label={t("catalog:filters")}
          icon="filter"
          count={set > 0 ? format.number(set) : undefined}
          selected={set > 0}
          onPress={() => setOpen(true)}
          className={narrow}
        />
        <SortChip
          label={t("catalog:sort")}
          value={query.get("sort") || sorts[0] || ""}
          onChange={(sort) => goTo(to({ sort }))}
          options={sorts.map((sort) => ({ value: sort, label: t(`catalog:sort_${sort}`) }))}
        />
        {(query.has("price_min") || query.has("price_max")) && (
          <Chip
            label={t(
              `catalog:price_${query.has("price_min") ? (query.has("price_max") ? "range" : "over") : "up_to"}`,
              {
                from: format.money(query.int("price_min", 0, 0)),
                to: format.money(query.int("price_max", 0, 0)),
              },
            )}
            to={to({ price_min: null, price_max: null })}
            selected
            removable
          />
        )}
        {chosen("category_id", facets?.categories)}
        {chosen("store_id", facets?.stores)}
        {toggle("offer")}
        {toggle("in_stock")}
        {children}
      </div>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
