import { useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Card } from "../../../ui/Card";
import { Link } from "../../../ui/Link";
import { Switch } from "../../../ui/Switch";
import { TextInput } from "../../../ui/TextInput";
import { deletePost, type EditablePost, postQuery, savePost } from "./api";
import { Both } from "./components/Both";
import { Delete } from "./components/Delete";
import { EditForm } from "./components/EditForm";
import { EditFrame } from "./components/Frame";
import { PicturePicker } from "./components/PicturePicker";
import { PostState } from "./components/PostState";
import { Preview } from "./components/Preview";
import { followed, Slug } from "./components/Slug";
import { Spoken } from "./components/Spoken";
import { Tags } from "./components/Tags";
import { emptyPost, postBody, postDraft } from "./model";
import { useEditing } from "./useEditing";
import { useStoring } from "./useStoring";

/** A new blog post, or one there is. */
function PostPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const post = useQuery(postQuery(scope, isNew ? "" : params.id));
  const saved = post.data;
  return (
    <EditFrame
      section="posts"
      query={isNew ? null : post}
      title={saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("post_new")}
      lead={
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
    >
      {(data) => <Form post={data} refetch={async () => (await post.refetch()).data} />}
    </EditFrame>
  );
}

function Form({
  post,
  refetch,
}: {
  post: EditablePost | null;
  refetch: () => Promise<EditablePost | undefined>;
}) {
  const { t } = useTranslation("content");
  const id = post?.id ?? "";
  const editing = useEditing(`post:${id || "new"}`, post ? postDraft(post) : emptyPost);
  const storing = useStoring("posts", editing, postQuery);
  const { draft, set, errorOf } = editing;
  const isNew = post === null;

  const submit = (version = draft.version) =>
    storing.save(isNew, (now) =>
      savePost(id, postBody({ ...now, slug: followed(isNew, now), version }, post?.publish_at)),
    );
  return (
    <EditForm
      editing={editing}
      onSubmit={() => void submit()}
      saveLabel={t(post ? "save" : "create")}
      conflict={{
        reload: refetch,
        overwrite: () => void refetch().then((fresh) => submit(fresh?.version)),
      }}
      aside={
        post && (
          <Delete
            what={post.slug}
            refused={post.published ? t("unpublish_first") : undefined}
            onDelete={() => storing.remove(() => deletePost(id))}
          />
        )
      }
    >
      <Both
        editing={editing}
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
            checked={draft.published}
            onCheckedChange={(published) => set({ published })}
          />
          <TextInput
            label={t("publish_at")}
            hint={t("publish_at_hint")}
            optionalLabel={t("optional")}
            type="datetime-local"
            name="publish_at"
            value={draft.publish_at}
            error={errorOf("publish_at")}
            onValueChange={(publish_at) => set({ publish_at })}
          />
          <Slug editing={editing} isNew={isNew} />
        </div>
        <div className="flex flex-col gap-5">
          <PicturePicker
            label={t("cover")}
            value={draft.cover}
            error={errorOf("cover")}
            onChange={(cover) => set({ cover })}
          />
          <Tags chosen={draft.tags} error={errorOf("tags")} onChange={(tags) => set({ tags })} />
        </div>
      </Card>
      <Preview
        texts={{
          en: { title: draft.title_en, lead: draft.lead_en, body: draft.body_en },
          ar: { title: draft.title_ar, lead: draft.lead_ar, body: draft.body_ar },
        }}
      />
    </EditForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_posts"), noIndex: true }),
  Component: PostPage,
});
