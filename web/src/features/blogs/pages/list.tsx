import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { withQuery } from "../../../lib/url";
import { Chip } from "../../../ui/Chip";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { postsList, type Tag } from "../api";
import { PostTile } from "../components/PostTile";

function Blog() {
  const { t } = useTranslation("blogs");
  const { query, path } = usePage();
  const tag = query.get("tag");
  const list = useInfiniteQuery(postsList(useScope(), tag, query.int("page", 1)));
  const tags = (list.data?.pages[0]?.extra.tags ?? []) as readonly Tag[];
  const posts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const last = list.data?.pages.at(-1)?.meta;
  return (
    <Container className="flex flex-col gap-5 py-6">
      <div>
        <h1 className="text-2xl font-bold sm:text-3xl">{t("title")}</h1>
        <p className="mt-1 text-muted">{t("text")}</p>
      </div>
      {tags.length > 0 && (
        <nav aria-label={t("tags")}>
          <ul className="scroll-quiet flex gap-2 overflow-x-auto pb-1">
            {[{ slug: "", name: t("all") }, ...tags].map((one) => (
              <li key={one.slug}>
                <Chip
                  label={one.name}
                  to={withQuery(paths.blogs, { tag: one.slug })}
                  selected={one.slug === tag}
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!list.data ? (
        list.isError ? (
          <ErrorState
            title={t("failed")}
            text={t("failed_text")}
            retryLabel={t("retry")}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <SkeletonGroup label={t("loading")} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {["a", "b", "c"].map((name) => (
              <Skeleton key={name} shape="block" className="h-80" />
            ))}
          </SkeletonGroup>
        )
      ) : posts.length === 0 ? (
        <EmptyState icon="note" title={t("empty")} text={t("empty_text")} />
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {posts.map((post, place) => (
              <li key={post.id}>
                <PostTile post={post} priority={place === 0} />
              </li>
            ))}
          </ul>
          {last && list.hasNextPage && (
            <LoadMore
              to={path + query.with({ page: last.current_page + 1 }).toString()}
              label={t("more")}
              loadingLabel={t("loading")}
              loading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      )}
    </Container>
  );
}

export default definePage({
  queries: ({ scope, query }) => [postsList(scope, query.get("tag"), query.int("page", 1))],
  head: ({ t, query }) => ({
    title: t("blogs:title"),
    description: t("blogs:text"),
    canonical: query.with({}).toString() || undefined,
  }),
  Component: Blog,
});
