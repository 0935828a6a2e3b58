import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { TabLinks } from "../../../ui/TabLinks";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { BranchCard } from "../../branches/components/BranchCard";
import { branchesList, productsList } from "../api";
import { GoneRow, ProductRow } from "../components/Rows";

function FavouritesPage() {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const tab = query.get("tab") === "branches" ? "branches" : "products";
  return (
    <Container className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("favourites:title")}</h1>
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
      {list.data?.pages
        .flatMap((page) => page.items)
        .map((one) => (
          <ProductRow key={one.id} favourite={one} />
        ))}
    </List>
  );
}

function Branches() {
  const { query } = usePage();
  const list = useInfiniteQuery(branchesList(useScope(), query.int("page", 1)));
  return (
    <List list={list} kind="branches">
      {list.data?.pages
        .flatMap((page) => page.items)
        .map((one) => (
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
  list: Pick<
    UseInfiniteQueryResult<{ pages: { meta: { current_page: number; total: number } }[] }>,
    | "data"
    | "isError"
    | "fetchStatus"
    | "refetch"
    | "isFetching"
    | "hasNextPage"
    | "fetchNextPage"
    | "isFetchingNextPage"
  >;
  kind: "products" | "branches";
  children: ReactNode;
}

function List({ list, kind, children }: ListProps) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  if (!list.data) {
    if (list.isError || list.fetchStatus === "paused") {
      return (
        <ErrorState
          icon={list.isError ? "alert" : "wifi-off"}
          title={t("favourites:load_failed")}
          text={t("favourites:load_failed_text")}
          retryLabel={t("favourites:retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      );
    }
    return (
      <SkeletonGroup label={t("favourites:loading")} className="grid gap-3 lg:grid-cols-2">
        {["a", "b", "c", "d"].map((name) => (
          <Skeleton key={name} shape="block" className="h-36" />
        ))}
      </SkeletonGroup>
    );
  }
  const last = list.data.pages.at(-1)?.meta;
  if (!last || last.total === 0) {
    return (
      <EmptyState
        icon="heart"
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
    );
  }
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">{children}</ul>
      {list.hasNextPage && (
        <LoadMore
          to={path + query.with({ page: last.current_page + 1 }).toString()}
          label={t("favourites:more")}
          loadingLabel={t("favourites:loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("favourites:title"), noIndex: true }),
  Component: FavouritesPage,
});
