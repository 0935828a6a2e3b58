import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { publicList } from "../../api/query";
import type { Ref } from "../../api/types";
import { readAmount } from "../../lib/format/amount";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { cx } from "../../ui/cx";
import { latinDigits } from "../../ui/digits";
import { Section } from "../../ui/Section";
import { TextInput } from "../../ui/TextInput";
import { filtersOf } from "./api";
import { type Facets, type FiltersProps, unfiltered } from "./filterTypes";
import { useGoTo } from "./useGoTo";

/** The counts of a list's filters: those that came with the list, or fetched for the current filters. */
export function useFacets({ query, within, facets }: FiltersProps): Facets | undefined {
  const asked = useInfiniteQuery({
    ...publicList(useScope(), "/search", {
      params: { ...filtersOf(query), q: query.get("q") || undefined, ...within },
    }),
    enabled: within !== undefined,
    // While filters change, the previous counts stay in place until the new ones arrive.
    placeholderData: (before) => before,
  });
  return facets ?? asked.data?.pages[0]?.extra.facets;
}

export interface FilterChoicesProps extends FiltersProps {
  /** Receives a function that applies a price not applied yet, for a sheet to call when it closes. */
  finish?: RefObject<() => void>;
  /** Laid out vertically, as a column next to the list. */
  column?: boolean;
}

/** All filters of a list with their counts; a press applies a filter immediately. */
export default function FilterChoices(props: FilterChoicesProps) {
  const { path, query, finish, column = false } = props;
  const facets = useFacets(props);
  const { categories = [], stores = [] } = props.facets ?? {};
  const { t } = useTranslation();
  const format = useFormat();
  // A press on a filter also applies the price that was just typed.
  const [typed, setTyped] = useState<Partial<Bounds>>({});
  const to = (changes: Record<string, string | boolean | null>) =>
    path + query.with({ ...typed, ...changes, page: null }).toString();
  const group = cx("flex", column ? "flex-col" : "flex-wrap gap-2");
  // In a column, filters are lines with the count at the end.
  const look = (on: boolean) =>
    column
      ? cx(
          "min-h-9! w-full whitespace-normal! rounded-lg! border-transparent! px-3! py-1 text-start [&>span]:ms-auto [&>span]:shrink-0",
          !on && "bg-transparent! not-disabled:hover:bg-go-soft!",
        )
      : undefined;
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
        className={look(on)}
      />
    );
  };
  return (
    <div className="flex flex-col gap-6 pb-2">
      <div className={group}>
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
              disabled={!on && facets?.[name] === 0}
              className={look(on)}
            />
          );
        })}
      </div>
      <Price
        path={path}
        query={query}
        price={facets?.price.max ? facets.price : undefined}
        finish={finish}
        onTyped={setTyped}
      />
      {categories.length > 0 && (
        <Section title={t("catalog:categories")} level={3} className={column ? "gap-2!" : ""}>
          <ul className={group}>
            {branchesOf(categories, query.get("category_id")).map(({ top, below }) => (
              <li
                key={top.id}
                className={below.length > 0 ? cx("flex w-full flex-col", !column && "gap-2") : ""}
              >
                <div className="flex">{choice("category_id", top)}</div>
                {below.length > 0 && (
                  <div className={cx(group, column ? "ms-3 border-s-2 border-line ps-1" : "ps-4")}>
                    {below.map((one) => choice("category_id", one))}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {stores.length > 1 && (
        <Section title={t("catalog:stores")} level={3} className={column ? "gap-2!" : ""}>
          <div className={group}>{stores.map((one) => choice("store_id", one))}</div>
        </Section>
      )}
    </div>
  );
}

type Category = Facets["categories"][number];

/**
 * Categories grouped under their parents. A category whose parent is not listed is shown on its
 * own, and one with as many products as its parent is left out.
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

/** Removes every filter. */
export function ClearAll(props: FiltersProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  return (
    <Button wide onClick={() => goTo(unfiltered(props))}>
      {t("catalog:clear_filters")}
    </Button>
  );
}

const bounds = ["price_min", "price_max"] as const;
type Bounds = Record<(typeof bounds)[number], string>;

/** Digits as they are sent; text that is not a whole number stays as typed. */
const asSent = (text: string) => latinDigits(text).replace(/[\s,٬]/g, "");

/**
 * The price range in whole pounds: applied soon after typing, and immediately on leaving the field.
 */
function Price({
  path,
  query,
  price,
  finish,
  onTyped,
}: Pick<FiltersProps, "path" | "query"> & {
  price: Facets["price"] | undefined;
  /** Receives a function that applies a price not applied yet, for the sheet to call when it closes. */
  finish: RefObject<() => void> | undefined;
  /** Receives the typed prices as they would be sent; an empty object where they are invalid. */
  onTyped: (typed: Partial<Bounds>) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const least = query.get("price_min");
  const most = query.get("price_max");
  const [typed, setTyped] = useState<Bounds>({ price_min: least, price_max: most });
  const [wrong, setWrong] = useState<Partial<Bounds>>({});
  const asked = useRef(`${least}-${most}`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed other than by typing: show its values in the fields.
  useEffect(() => {
    if (asked.current === `${least}-${most}`) return;
    asked.current = `${least}-${most}`;
    clearTimeout(timer.current);
    setTyped({ price_min: least, price_max: most });
    setWrong({});
    onTyped({});
  }, [least, most, onTyped]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function judge(written: Bounds) {
    const { price_min, price_max } = written;
    const sent = { price_min: asSent(price_min), price_max: asSent(price_max) };
    const errors: Partial<Bounds> = {};
    for (const name of bounds)
      if (!/^\d{0,9}$/.test(sent[name]))
        errors[name] = t(
          readAmount(written[name]) === null ? "search:numbers_only" : "search:price_whole",
        );
    if (
      !errors.price_min &&
      sent.price_max !== "" &&
      Number(sent.price_min) > Number(sent.price_max)
    )
      errors.price_max ??= t("search:price_order");
    return { sent, errors, right: !errors.price_min && !errors.price_max };
  }
  function apply() {
    clearTimeout(timer.current);
    const { sent, errors, right } = judge(typed);
    setWrong(errors);
    const now = `${sent.price_min}-${sent.price_max}`;
    if (!right || now === asked.current) return;
    asked.current = now;
    goTo(path + query.with({ ...sent, page: null }).toString());
  }
  function wait(ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), ms);
  }
  const latest = useRef(apply);
  latest.current = apply;
  if (finish) finish.current = apply;
  const field = (name: keyof Bounds, label: string, placeholder: number | undefined) => (
    <TextInput
      label={label}
      inputMode="numeric"
      enterKeyHint="done"
      autoComplete="off"
      value={typed[name]}
      error={wrong[name]}
      placeholder={placeholder === undefined ? undefined : format.number(placeholder)}
      onValueChange={(text) => {
        const next = { ...typed, [name]: text };
        setTyped(next);
        const { sent, right } = judge(next);
        onTyped(right ? sent : {});
        setWrong({});
        wait(700);
      }}
      // The short wait keeps the layout still when the field is left by pressing a filter.
      onBlur={() => wait(200)}
      onKeyDown={(event) => event.key === "Enter" && apply()}
      className="min-w-0 flex-1"
    />
  );
  return (
    <div className="flex items-start gap-3">
      {field("price_min", t("search:price_from"), price && Math.floor(price.min))}
      {field("price_max", t("search:price_to"), price && Math.ceil(price.max))}
    </div>
  );
}
