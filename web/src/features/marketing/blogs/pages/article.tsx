import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { spokenIn } from "../../../../lib/lang";
import { definePage, usePage } from "../../../../lib/page";
import { inLanguage, paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { breadcrumbList } from "../../../../lib/structured";
import { useTranslation } from "../../../../lib/translation";
import { withQuery } from "../../../../lib/url";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { Picture } from "../../../../ui/Picture";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { HtmlText } from "../../content/components/HtmlText";
import { OtherLanguage } from "../../content/components/OtherLanguage";
import { type Post, postQuery } from "../api";
import { PostTile } from "../components/PostTile";

function Article() {
  const { t } = useTranslation("blogs");
  const { params } = usePage();
  const post = useQuery(postQuery(useScope(), params.id));
  if (post.data) return <Words post={post.data} />;
  return (
    <Container width="text" className="py-6">
      {post.isError ? (
        <ReadFailure
          level={1}
          error={post.error}
          title={t("failed")}
          retryLabel={t("retry")}
          onRetry={() => void post.refetch()}
          retrying={post.isFetching}
        />
      ) : (
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
          <Skeleton className="w-2/3 text-3xl" />
          <Skeleton shape="block" className="h-56" />
          <Skeleton className="w-11/12" />
          <Skeleton className="w-3/4" />
        </SkeletonGroup>
      )}
    </Container>
  );
}

function Words({ post }: { post: Post }) {
  const { t } = useTranslation("blogs");
  const { date } = useFormat();
  return (
    <Container className="flex flex-col gap-8 py-6">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
        <Breadcrumbs
          label={t("way")}
          items={[{ label: t("title"), to: paths.blogs }, { label: post.title }]}
        />
        <OtherLanguage lang={post.lang} />
        <article {...spokenIn(post.lang)} className="flex flex-col gap-4">
          <h1 className="text-2xl leading-tight font-bold text-balance sm:text-3xl">
            <Isolate>{post.title}</Isolate>
          </h1>
          <p className="text-lg text-muted text-pretty">{post.lead}</p>
          <p className="text-sm text-muted">
            {post.author && <bdi>{post.author} · </bdi>}
            <time dateTime={post.published_at}>{date(Date.parse(post.published_at))}</time>
          </p>
          {post.cover.src && (
            <Picture
              src={post.cover.src}
              alt=""
              width={post.cover.width}
              height={post.cover.height}
              ratio="banner"
              priority
              className="p-6"
            />
          )}
          <HtmlText html={post.html} />
        </article>
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          {post.tags.map((tag) => (
            <Chip key={tag.slug} label={tag.name} to={withQuery(paths.blogs, { tag: tag.slug })} />
          ))}
          <Share title={post.title} />
        </div>
        <aside className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-go-soft p-5">
          <p className="text-lg font-semibold text-balance">{t("onwards")}</p>
          <ButtonLink to={paths.home} variant="primary" iconEnd="arrow-end">
            {t("to_shop")}
          </ButtonLink>
        </aside>
      </div>
      {post.related.length > 0 && (
        <Section title={t("related")}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {post.related.map((one) => (
              <li key={one.id}>
                <PostTile post={one} level={3} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Container>
  );
}

/** Shares the article through the system's dialog; without one, the URL is copied. */
function Share({ title }: { title: string }) {
  const { t } = useTranslation("blogs");
  const [said, setSaid] = useState("");
  async function share() {
    const url = location.href;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setSaid(t("copied"));
      }
    } catch (error) {
      // Closing the system's dialog is not a failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) setSaid(url);
    }
  }
  return (
    <span className="ms-auto flex items-center gap-2">
      <span role="status" className="text-sm text-muted">
        {said}
      </span>
      <Button icon="share" size="sm" onClick={() => void share()}>
        {t("share")}
      </Button>
    </span>
  );
}

export default definePage({
  queries: ({ scope, params }) => [postQuery(scope, params.id)],
  head: ({ read, scope, params, t, origin }) => {
    const post = read(postQuery(scope, params.id));
    if (!post) return { title: t("blogs:title") };
    const path = paths.blog(post.slug);
    return {
      title: post.title,
      description: post.lead,
      canonicalPath: path,
      image: post.cover.src || undefined,
      jsonLd: __SERVER__
        ? [
            {
              "@context": "https://schema.org",
              "@type": "BlogPosting",
              headline: post.title,
              description: post.lead,
              inLanguage: post.lang,
              datePublished: post.published_at,
              dateModified: post.updated_at,
              url: `${origin}${inLanguage(scope.lang, path)}`,
              ...(post.cover.src ? { image: `${origin}${post.cover.src}` } : {}),
              author: { "@type": "Organization", name: post.author || t("shell:brand") },
              publisher: { "@type": "Organization", name: t("shell:brand") },
            },
            breadcrumbList(origin, [
              [t("blogs:title"), inLanguage(scope.lang, paths.blogs)],
              [post.title, inLanguage(scope.lang, path)],
            ]),
          ]
        : undefined,
    };
  },
  Component: Article,
});
