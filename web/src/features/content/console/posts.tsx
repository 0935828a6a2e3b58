import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Lang } from "../../../lib/lang";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Picture } from "../../../ui/Picture";
import { type EditablePost, missingQuery, postsQuery, tagsQuery } from "./api";
import { Filter } from "./components/Filter";
import { Frame } from "./components/Frame";
import { Lacks, Spoken } from "./components/Spoken";
import { missingIndex, spoken } from "./model";

const states = ["", "draft", "scheduled", "published"] as const;
const tones = { draft: "neutral", scheduled: "offer", published: "go" } as const;

/** Every blog post, drafts too. */
function PostsPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(postsQuery(scope));
  const missing = missingIndex(useQuery(missingQuery(scope)).data);
  const state = states.find((one) => one === query.get("state")) ?? "";
  const shown = list.data?.filter((post) => state === "" || post.state === state);
  const write = (
    <ButtonLink to="/content/posts/new" variant="primary" icon="plus">
      {t("post_new")}
    </ButtonLink>
  );
  return (
    <Frame section="posts" action={write}>
      <Filter
        label={t("state")}
        name="state"
        values={states}
        textOf={(one) => t(`post_${one || "all"}`)}
      />
      <LoadedList
        query={list}
        items={shown}
        texts="content"
        skeleton={["h-28", "h-28", "h-28"]}
        empty={<EmptyState icon="note" title={t("posts_empty")} text={t("posts_empty_text")} />}
        row={(post) => <Row post={post} lacks={missing.get(`post:${post.id}`)} />}
      />
    </Frame>
  );
}

function Row({ post, lacks }: { post: EditablePost; lacks: readonly Lang[] | undefined }) {
  const { t } = useTranslation("content");
  const { lang } = useScope();
  const format = useFormat();
  const tags = useQuery(tagsQuery(useScope())).data ?? [];
  const named = post.tags.flatMap((slug) => tags.find((tag) => tag.slug === slug) ?? []);
  return (
    <Card as="article" pressable className="flex items-center gap-4">
      <Picture
        src={post.cover_image.src}
        alt=""
        width={post.cover_image.width}
        height={post.cover_image.height}
        className="size-16 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="font-semibold text-pretty">
          <Link to={`/content/posts/${encodeURIComponent(post.id)}`} look="cover">
            <Spoken en={post.title_en} ar={post.title_ar} />
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {post.publish_at && post.published
            ? t(post.state === "scheduled" ? "appears" : "appeared", {
                when: format.dayTime(Date.parse(post.publish_at)),
              })
            : t("changed", { when: format.relative(Date.parse(post.updated_at)) })}
          {named.map((tag) => (
            <span key={tag.slug}> · {spoken(lang, tag.name_en, tag.name_ar).text}</span>
          ))}
        </p>
        <p className="flex flex-wrap gap-2">
          <Badge tone={tones[post.state]}>{t(`post_${post.state}`)}</Badge>
          <Lacks langs={lacks} />
        </p>
      </div>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_posts"), noIndex: true }),
  Component: PostsPage,
});
