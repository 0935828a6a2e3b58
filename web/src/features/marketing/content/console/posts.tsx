import { useQuery } from "@tanstack/react-query";
import { RowLink } from "../../../../backoffice/RecordList";
import type { Lang } from "../../../../lib/lang";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Picture } from "../../../../ui/Picture";
import { type EditablePost, postsQuery, tagsQuery } from "./api";
import { PostState } from "./components/PostState";
import { Lacks, Spoken } from "./components/Spoken";
import { Things } from "./components/Things";
import { spoken, thingPath } from "./model";

const states = ["", "draft", "scheduled", "published"] as const;

/** All blog posts, including drafts. */
function PostsPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(postsQuery(scope));
  const state = states.find((one) => one === query.get("state")) ?? "";
  const shown = list.data?.filter((post) => state === "" || post.state === state);
  return (
    <Things
      section="posts"
      add={t("post_new")}
      icon="note"
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`post_${value || "all"}`) })),
      }}
      query={list}
      items={shown}
      row={(post, lacks) => <Row post={post} lacks={lacks} />}
    />
  );
}

function Row({ post, lacks }: { post: EditablePost; lacks: readonly Lang[] | undefined }) {
  const { t } = useTranslation("content");
  const { lang } = useScope();
  const format = useFormat();
  const tags = useQuery(tagsQuery(useScope())).data ?? [];
  const named = post.tags.flatMap((slug) => tags.find((tag) => tag.slug === slug) ?? []);
  return (
    <div className="flex items-center gap-4">
      <Picture
        src={post.cover_image.src}
        alt=""
        width={post.cover_image.width}
        height={post.cover_image.height}
        className="size-16 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="font-semibold text-pretty">
          <RowLink to={thingPath("posts", post.id)}>
            <Spoken en={post.title_en} ar={post.title_ar} />
          </RowLink>
        </h3>
        <p className="text-sm text-muted">
          {post.publish_at && post.published
            ? t(post.state === "scheduled" ? "appears" : "appeared", {
                when: format.dayTime(Date.parse(post.publish_at)),
              })
            : t("changed", { when: format.relative(Date.parse(post.updated_at)) })}
          {named.map((tag) => (
            <span key={tag.slug}>
              {" "}
              · <Isolate>{spoken(lang, tag.name_en, tag.name_ar).text}</Isolate>
            </span>
          ))}
        </p>
        <p className="flex flex-wrap gap-2">
          <PostState state={post.state} />
          <Lacks langs={lacks} />
        </p>
      </div>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_posts"), noIndex: true }),
  Component: PostsPage,
});
