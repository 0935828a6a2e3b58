import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { Page } from "../../api/query";
import type { ProductCard } from "../../api/types";
import { usePage } from "../../lib/page";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { ButtonLink } from "../../ui/ButtonLink";
import { EmptyState } from "../../ui/EmptyState";
import { LoadMore } from "../../ui/LoadMore";
import { Pagination } from "../../ui/Pagination";
import { ReadFailure } from "../../ui/ReadFailure";
import { ProductGrid, ProductGridSkeleton } from "./ProductGrid";

export interface AwayProps {
  /** The counts of products so far that are delivered here and that are not, and the total. */
  here: number;
  away: number;
  total: number | undefined;
  /** The number of all products delivered here, where the list returned it. */
  delivered?: number | null | undefined;
  grid: ReactNode;
  more: ReactNode;
}

export interface ProductListProps {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<Page<ProductCard>, number>>,
    | "data"
    | "isPending"
    | "error"
    | "isError"
    | "refetch"
    | "isFetching"
    | "hasNextPage"
    | "fetchNextPage"
    | "isFetchingNextPage"
    | "isFetchNextPageError"
  >;
  action: (product: ProductCard) => ReactNode;
  showBranch?: boolean;
  branch?: string | undefined;
  /** Shows products that are not delivered here separately; without it they are listed among the rest. */
  Away?: ComponentType<AwayProps>;
  delivered?: AwayProps["delivered"];
  /** Wide screens show something next to the list. */
  beside?: boolean;
  empty?: { title: string; text?: string; to: string; label: string };
}

/** A list of products with infinite scrolling, backed by real pages. */
export function ProductList({
  list,
  action,
  showBranch,
  branch,
  Away,
  delivered,
  beside,
  empty,
}: ProductListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { path, query } = usePage();
  const at = (page: number) => path + query.with({ page: page > 1 ? page : null }).toString();
  if (list.isError && !list.data) {
    return (
      <ReadFailure
        error={list.error}
        title={t("catalog:failed")}
        retryLabel={t("catalog:retry")}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <ProductGridSkeleton />;
  const products = list.data.pages.flatMap((page) => page.items);
  const last = list.data.pages.at(-1)?.meta;
  if (products.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={empty?.title ?? t("catalog:empty")}
        text={empty?.text}
        action={
          <ButtonLink to={empty?.to ?? path} variant="primary">
            {empty?.label ?? t("catalog:show_all")}
          </ButtonLink>
        }
      />
    );
  }
  const here = Away ? products.filter((one) => one.branch.delivers !== false) : products;
  const grid = (some: readonly ProductCard[], eager: number, away?: false) => (
    <ProductGrid
      products={some}
      action={action}
      {...(showBranch ? { showBranch } : {})}
      branch={branch}
      away={away}
      {...(beside ? { beside } : {})}
      eager={eager}
    />
  );
  const more = last && list.hasNextPage && (
    <LoadMore
      to={at(last.current_page + 1)}
      label={t(list.isFetchNextPageError ? "catalog:retry" : "catalog:more")}
      loadingLabel={t("catalog:loading")}
      loading={list.isFetchingNextPage}
      failed={list.isFetchNextPageError && t("catalog:failed")}
      onMore={() => void list.fetchNextPage()}
    />
  );
  return (
    <>
      {here.length > 0 && grid(here, 4)}
      {Away && here.length < products.length ? (
        <Away
          here={here.length}
          away={products.length - here.length}
          total={last?.total}
          delivered={delivered}
          grid={grid(
            products.filter((one) => one.branch.delivers === false),
            0,
            false,
          )}
          more={more}
        />
      ) : (
        more
      )}
      {last && (
        <Pagination
          label={t("catalog:pages")}
          page={last.current_page}
          last={last.last_page}
          hrefOf={at}
          previousLabel={t("catalog:previous")}
          nextLabel={t("catalog:next")}
          pageLabel={(page) => t("catalog:page", { page: format.number(page) })}
          format={(page) => format.number(page)}
          className="py-6"
        />
      )}
    </>
  );
}
