import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { publicList } from "../../api/query";
import type { Ref } from "../../api/types";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { Dialog } from "../../ui/Dialog";
import { latinDigits } from "../../ui/digits";
import { Section } from "../../ui/Section";
import { TextInput } from "../../ui/TextInput";
import { filtersOf } from "./api";
import type { Facets, FiltersProps } from "./filterTypes";
import { useGoTo } from "./useGoTo";

/** Everything a list can be narrowed by, with how many are left; a press narrows it at once. */
export default function FilterSheet(props: FiltersProps & { onClose: () => void }) {
  const { path, query, within, total, onClose } = props;
  const asked = useInfiniteQuery({
    ...publicList(useScope(), "/search", {
      params: { ...filtersOf(query), q: query.get("q") || undefined, ...within },
    }),
    enabled: within !== undefined,
    // Narrowed further: the numbers change where they stand.
    placeholderData: (before) => before,
  });
  const facets = props.facets ?? asked.data?.pages[0]?.extra.facets;
  const { categories = [], stores = [] } = props.facets ?? {};
  const { t } = useTranslation();
  const format = useFormat();
  const to = (changes: Record<string, string | boolean | null>) =>
    path + query.with({ ...changes, page: null }).toString();
  const choice = (name: "category_id" | "store_id", one: Ref & { count: number }) => {
    const on = [one.id, one.slug].includes(query.get(name));
    return (
      <Chip
        key={one.id}
        label={one.name}
        count={format.number(one.count)}
        to={to({ [name]: on ? null : one.id })}
        selected={on}
        removable={on}
      />
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("catalog:filters")}
      closeLabel={t("catalog:close")}
      footer={
        <>
          <Button variant="primary" wide onClick={onClose}>
            {total === undefined
              ? t("catalog:show_results")
              : t("catalog:show_count", { count: total, shown: format.number(total) })}
          </Button>
          <ClearAll path={path} query={query} />
        </>
      }
    >
      <div className="flex flex-col gap-6 pb-2">
        <div className="flex flex-wrap gap-2">
          {(["offer", "in_stock"] as const).map((name) => {
            const on = query.get(name) === "true";
            return (
              <Chip
                key={name}
                label={t(`catalog:${name}`)}
                count={facets && format.number(facets[name])}
                to={to({ [name]: !on })}
                selected={on}
                removable={on}
              />
            );
          })}
        </div>
        <Price key={query.toString()} path={path} query={query} price={facets?.price} />
        {categories.length > 0 && (
          <Section title={t("catalog:categories")} level={3}>
            <ul className="flex flex-wrap gap-2">
              {branchesOf(categories, query.get("category_id")).map(({ top, below }) => (
                <li key={top.id} className={below.length > 0 ? "flex w-full flex-col gap-2" : ""}>
                  <div className="flex">{choice("category_id", top)}</div>
                  {below.length > 0 && (
                    <div className="flex flex-wrap gap-2 border-s-2 border-line ps-3">
                      {below.map((one) => choice("category_id", one))}
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {stores.length > 1 && (
          <Section title={t("catalog:stores")} level={3}>
            <div className="flex flex-wrap gap-2">
              {stores.map((one) => choice("store_id", one))}
            </div>
          </Section>
        )}
      </div>
    </Dialog>
  );
}

type Category = Facets["categories"][number];

/**
 * Categories under those they are part of; one whose parent is not listed stands by itself, and
 * what holds as much as all above it is not said again.
 */
function branchesOf(
  all: readonly Category[],
  chosen: string,
): { top: Category; below: Category[] }[] {
  const listed = new Map(all.map((one) => [one.id, one]));
  const above = (one: Category) => listed.get(one.parent_id ?? "");
  const under = (top: Category): Category[] =>
    all.filter((one) => above(one) === top).flatMap((one) => [one, ...under(one)]);
  return all
    .filter((one) => !above(one))
    .map((top) => ({
      top,
      below: under(top).filter(
        (one) => one.count < top.count || [one.id, one.slug].includes(chosen),
      ),
    }));
}

function ClearAll({ path, query }: Pick<FiltersProps, "path" | "query">) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const nothing = {
    category_id: null,
    store_id: null,
    price_min: null,
    price_max: null,
    offer: null,
    in_stock: null,
    page: null,
  };
  return (
    <Button wide onClick={() => goTo(path + query.with(nothing).toString())}>
      {t("catalog:clear_filters")}
    </Button>
  );
}

/** Least and most somebody wants to pay, in whole pounds. */
function Price({
  path,
  query,
  price,
}: Pick<FiltersProps, "path" | "query"> & { price: Facets["price"] | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const [from, setFrom] = useState(query.get("price_min"));
  const [to, setTo] = useState(query.get("price_max"));
  function apply(event: FormEvent) {
    event.preventDefault();
    const whole = (text: string) => latinDigits(text).replace(/\D/g, "");
    goTo(
      path + query.with({ price_min: whole(from), price_max: whole(to), page: null }).toString(),
    );
  }
  return (
    <form onSubmit={apply} className="flex items-end gap-3">
      <TextInput
        label={t("search:price_from")}
        inputMode="numeric"
        value={from}
        placeholder={price && format.number(Math.floor(price.min))}
        onValueChange={setFrom}
        className="min-w-0 flex-1"
      />
      <TextInput
        label={t("search:price_to")}
        inputMode="numeric"
        value={to}
        placeholder={price && format.number(Math.ceil(price.max))}
        onValueChange={setTo}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="soft">
        {t("search:price_apply")}
      </Button>
    </form>
  );
}
