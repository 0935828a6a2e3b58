import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { withQuery } from "../../../../lib/url";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { EmptyState } from "../../../../ui/EmptyState";
import { LoadedList } from "../../../../ui/LoadedList";
import { More } from "../../../../ui/More";
import { postsList } from "../api";
import { PostTile } from "../components/PostTile";

const grid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

function Blog() {
  const { t } = useTranslation("blogs");
  const { query } = usePage();
  const tag = query.get("tag");
  const list = useInfiniteQuery(postsList(useScope(), tag, query.int("page", 1)));
  const tags = list.data?.pages[0]?.extra.tags ?? [];
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
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="blogs"
        skeleton={["h-80", "h-80", "h-80"]}
        layout={grid}
        empty={<EmptyState icon="note" title={t("empty")} text={t("empty_text")} />}
        row={(post, place) => <PostTile post={post} priority={place === 0} />}
        className={grid}
      />
      <More list={list} texts="blogs" />
    </Container>
  );
}

export default definePage({
  queries: ({ scope, query }) => [postsList(scope, query.get("tag"), query.int("page", 1))],
  head: ({ t, query }) => ({
    title: t("blogs:title"),
    description: t("blogs:text"),
    canonical: withQuery("", { tag: query.get("tag"), page: query.get("page") }) || undefined,
  }),
  Component: Blog,
});
