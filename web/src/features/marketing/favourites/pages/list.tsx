import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemsOf } from "../../../../api/query";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { BranchCard } from "../../../../shop/branches/BranchCard";
import { branchesList, productsList } from "../../../../shop/favourites/api";
import { besideClasses } from "../../../../shop/products/ProductGrid";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Icon } from "../../../../ui/Icon";
import { type Asked, Loaded } from "../../../../ui/Loaded";
import { type Growing, More } from "../../../../ui/More";
import { PageHead } from "../../../../ui/PageHead";
import { TabLinks } from "../../../../ui/TabLinks";
import { FavouriteCard, GoneRow } from "../components/Rows";

function FavouritesPage() {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const tab = query.get("tab") === "branches" ? "branches" : "products";
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("favourites:title")} />
      <TabLinks
        label={t("favourites:title")}
        items={(["products", "branches"] as const).map((one) => ({
          label: t(`favourites:${one}`),
          to: path + query.with({ tab: one === "products" ? null : one, page: null }).toString(),
          current: one === tab,
        }))}
      />
      <SignInFirst>{tab === "branches" ? <Branches /> : <Products />}</SignInFirst>
    </Container>
  );
}

function Products() {
  const { query } = usePage();
  const list = useInfiniteQuery(productsList(useScope(), query.int("page", 1)));
  return (
    <List list={list} kind="products">
      {itemsOf(list)?.map((one) => (
        <FavouriteCard key={one.id} favourite={one} />
      ))}
    </List>
  );
}

function Branches() {
  const { query } = usePage();
  const list = useInfiniteQuery(branchesList(useScope(), query.int("page", 1)));
  return (
    <List list={list} kind="branches">
      {itemsOf(list)?.map((one) => (
        <li key={one.id}>
          {one.branch ? (
            <BranchCard branch={one.branch} />
          ) : (
            <GoneRow kind="branch" id={one.id} name={one.name} />
          )}
        </li>
      ))}
    </List>
  );
}

interface ListProps {
  list: Asked<{ pages: { meta: { current_page: number; total: number } }[] }> & Growing;
  kind: "products" | "branches";
  children: ReactNode;
}

// A panel that opens below a card leaves no gap next to it.
const grids = {
  products: `${besideClasses} grid-flow-row-dense`,
  branches: "grid gap-3 lg:grid-cols-2",
};
const skeletons = { products: "aspect-[5/8]", branches: "h-28" };

function List({ list, kind, children }: ListProps) {
  const { t } = useTranslation();
  return (
    <Loaded
      query={list}
      texts="favourites"
      failed={t("favourites:load_failed")}
      offline={t("errors:hint_connection")}
      skeleton={Array.from({ length: 4 }, () => skeletons[kind])}
      layout={grids[kind]}
    >
      {({ pages }) =>
        pages.at(-1)?.meta.total ? (
          <>
            {kind === "products" && (
              <p className="flex items-start gap-2 text-muted">
                <Icon name="bell" className="mt-0.5" />
                {t("favourites:alerts_text")}
              </p>
            )}
            <ul className={grids[kind]}>{children}</ul>
            <More list={list} texts="favourites" />
          </>
        ) : (
          <EmptyState
            picture={<Drawing name="favourites" />}
            title={t(`favourites:empty_${kind}`)}
            text={t("favourites:empty_text")}
            action={
              <ButtonLink
                to={kind === "products" ? paths.home : paths.branchesResults}
                variant="primary"
              >
                {t(`favourites:look_${kind}`)}
              </ButtonLink>
            }
          />
        )
      }
    </Loaded>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("favourites:title"), noIndex: true }),
  Component: FavouritesPage,
});
