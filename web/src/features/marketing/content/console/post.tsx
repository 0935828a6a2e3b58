import { useQuery } from "@tanstack/react-query";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Switch } from "../../../../ui/Switch";
import { TextInput } from "../../../../ui/TextInput";
import { deletePost, type EditablePost, postQuery, savePost } from "./api";
import { BothLanguages } from "./components/BothLanguages";
import { PicturePicker } from "./components/PicturePicker";
import { PostState } from "./components/PostState";
import { Preview } from "./components/Preview";
import { Slug } from "./components/Slug";
import { Spoken } from "./components/Spoken";
import { Tags } from "./components/Tags";
import { pathOf, postBody, postDraft } from "./model";
import { useContentForm, useDeleting, useInBoth } from "./useContent";

/** A blog post, new or existing. */
function PostPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const post = useQuery(postQuery(scope, isNew ? "" : params.id));
  const deleting = useDeleting("posts", deletePost);
  return (
    <RecordPage<EditablePost>
      back={{ to: pathOf("posts"), label: t("section_posts") }}
      query={isNew ? null : post}
      title={(saved) =>
        saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("post_new")
      }
      badge={(saved) =>
        saved && (
          <>
            <PostState state={saved.state} />
            {saved.state === "published" && (
              <Link
                to={`${location.origin}/${scope.lang}${paths.blog(saved.slug)}`}
                newTab
                className="inline-flex min-h-11 items-center"
              >
                {t("see_in_shop")}
              </Link>
            )}
          </>
        )
      }
      actions={({ id, slug }) => [deleting(id, slug)]}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(saved) => <PostForm post={saved} />}
    </RecordPage>
  );
}

function PostForm({ post }: { post: EditablePost | null }) {
  const { t } = useTranslation("content");
  const { words } = useFormat();
  const inBoth = useInBoth();
  const form = useContentForm({
    section: "posts",
    record: post,
    draftOf: postDraft,
    labels: {
      ...inBoth({
        title: t("title_label"),
        lead: t("lead"),
        body: t("body"),
        author: t("author"),
      }),
      published: t("published"),
      publish_at: t("publish_at"),
      slug: t("slug"),
      cover: t("cover"),
      tags: t("tags"),
    },
    queryOf: postQuery,
    save: (id, values, now) => savePost(id, postBody(values, now)),
  });
  const { values, set, errorOf } = form;
  return (
    <RecordForm
      form={form}
      saveLabel={t(post ? "save" : "create")}
      shown={{ publish_at: (at) => (at === "" ? null : words(at.replace("T", " "))) }}
    >
      <BothLanguages
        form={form}
        parts={[
          { name: "title", label: t("title_label") },
          { name: "lead", label: t("lead"), hint: t("lead_hint"), lines: 2 },
          { name: "body", label: t("body"), lines: 14, markdown: true },
          { name: "author", label: t("author") },
        ]}
      />
      <Card className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Switch
            label={t("published")}
            hint={t("published_hint")}
            checked={values.published}
            onCheckedChange={(published) => set({ published })}
          />
          <TextInput
            {...form.field("publish_at")}
            hint={t("publish_at_hint")}
            optionalLabel={t("optional")}
            type="datetime-local"
          />
          <Slug form={form} isNew={post === null} />
        </div>
        <div className="flex flex-col gap-5">
          <PicturePicker
            label={t("cover")}
            value={values.cover}
            error={errorOf("cover")}
            onChange={(cover) => set({ cover })}
          />
          <Tags chosen={values.tags} error={errorOf("tags")} onChange={(tags) => set({ tags })} />
        </div>
      </Card>
      <Preview
        texts={{
          en: { title: values.title_en, lead: values.lead_en, body: values.body_en },
          ar: { title: values.title_ar, lead: values.lead_ar, body: values.body_ar },
        }}
      />
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_posts"), noIndex: true }),
  Component: PostPage,
});
