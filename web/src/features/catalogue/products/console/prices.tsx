import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import { Filters } from "../../../../backoffice/Filters";
import { LeaveGuard } from "../../../../backoffice/LeaveGuard";
import { meQuery } from "../../../../backoffice/me";
import { NextPart } from "../../../../backoffice/NextPart";
import { nameIn } from "../../../../backoffice/nameIn";
import { toasts } from "../../../../backoffice/toasts";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { EmptyState } from "../../../../ui/EmptyState";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Select } from "../../../../ui/Select";
import { TabLinks } from "../../../../ui/TabLinks";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { categoriesQuery, choicesQuery, forget, sheetList } from "./api";
import { CopyPrices } from "./components/CopyPrices";
import { ExtrasShelf } from "./components/ExtrasShelf";
import { FormulaDialog } from "./components/FormulaDialog";
import { SaveBar } from "./components/SaveBar";
import { Sheet } from "./components/Sheet";
import { useSheet } from "./components/useSheet";

const shows = ["unpriced", "not_sold", "offer", "no_cost", "low", "sold_out", "uncounted"] as const;

/** A branch's price and stock of each variant, as a sheet to type in. */
function PricesPage() {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const scope = useScope();
  const { query } = usePage();
  const { at, change } = useListAddress();
  const choices = useQuery(choicesQuery(scope)).data;
  const categories = useQuery(categoriesQuery(scope)).data ?? [];
  const client = useQueryClient();
  const branch = query.get("branch") || (choices?.branches[0]?.id ?? "");
  const stock = query.get("view") === "stock";
  const filter = {
    q: query.get("q"),
    category_id: query.get("category_id"),
    product_id: query.get("product"),
    show: query.get("show"),
  };
  const list = useInfiniteQuery(sheetList(scope, branch, filter));
  const rows = itemsOf(list) ?? [];
  const sheet = useSheet(branch, rows, (all) => {
    if (all) toasts.show({ text: t("saved"), tone: "success" });
    void forget(client, "branches");
  });
  const granted = useQuery(meQuery(scope)).data?.capabilities ?? [];
  const costs = {
    seen: granted.includes("costs.read"),
    may: granted.includes("costs.set"),
    untaxed: choices?.untaxed === true,
  };
  const mine = choices?.branches.find(({ id }) => id === branch);
  const others = (choices?.branches ?? []).filter(
    ({ id, store_id }) => id !== branch && store_id === mine?.store_id,
  );
  const narrowed = ["q", "category_id", "show", "product"].some((name) => query.get(name) !== "");
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4">
      <LeaveGuard active={sheet.changed > 0 && !sheet.busy} />
      <div className="flex flex-wrap items-end gap-3">
        <h1 className="me-auto text-2xl font-bold">{t("prices")}</h1>
        <Select
          label={t("branch")}
          className="w-full sm:w-80"
          value={branch}
          disabled={sheet.changed > 0}
          hint={sheet.changed > 0 ? t("save_first") : undefined}
          onValueChange={(id) => change({ branch: id })}
          options={(choices?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <TabLinks
        label={t("prices")}
        items={[
          { label: t("view_prices"), to: at({ view: "" }), current: !stock },
          { label: t("view_stock"), to: at({ view: "stock" }), current: stock },
        ]}
      />
      {query.get("product") ? (
        <Link to={at({ product: "" })}>{t("all_products")}</Link>
      ) : (
        <Filters
          search={t("search_products")}
          narrowed={narrowed}
          filters={[
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
            {
              name: "show",
              label: t("show"),
              all: t("show_all"),
              options: shows
                .filter((value) => value !== "no_cost" || costs.seen)
                .map((value) => ({ value, label: t(`show_${value}`) })),
            },
          ]}
        />
      )}
      {!stock && mine?.can_price && (
        <div className="flex flex-wrap gap-2">
          <FormulaDialog sheet={sheet} rows={rows} branch={branch} filter={filter} />
          {others.length > 0 && (
            <CopyPrices
              branch={branch}
              others={others}
              onDone={(said) => {
                toasts.show({ text: said, tone: "success" });
                void forget(client, "branches");
              }}
            />
          )}
        </div>
      )}
      {stock && <ExtrasShelf key={branch} branch={branch} may={mine?.can_stock === true} />}
      <Loaded query={list} texts="backoffice" skeleton={["h-12", "h-12", "h-12", "h-12", "h-12"]}>
        {() =>
          rows.length === 0 ? (
            <EmptyState
              icon="bag"
              title={narrowed ? kit("no_match") : t("no_products")}
              text={narrowed ? kit("no_match_text") : t("no_products_text")}
            />
          ) : (
            <Sheet
              sheet={sheet}
              rows={rows}
              branch={branch}
              stock={stock}
              costs={costs}
              may={(stock ? mine?.can_stock : mine?.can_price) === true}
            />
          )
        }
      </Loaded>
      <NextPart list={list} />
      <SaveBar sheet={sheet} />
      <ToastRegion toasts={toasts} label={kit("messages")} closeLabel={kit("close")} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:prices"), noIndex: true }),
  Component: PricesPage,
});
