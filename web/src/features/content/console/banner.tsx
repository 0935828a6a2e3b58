import { useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Card } from "../../../ui/Card";
import { TextInput } from "../../../ui/TextInput";
import { bannerQuery, deleteBanner, type EditableBanner, saveBanner } from "./api";
import { Both } from "./components/Both";
import { Delete } from "./components/Delete";
import { EditForm } from "./components/EditForm";
import { EditFrame } from "./components/Frame";
import { Stand } from "./components/Narrow";
import { PicturePicker } from "./components/PicturePicker";
import { Placement } from "./components/Placement";
import { Spoken } from "./components/Spoken";
import { bannerBody, bannerDraft, emptyBanner, spoken } from "./model";
import { useEditing } from "./useEditing";
import { useStoring } from "./useStoring";

/** A new banner, or one there is. */
function BannerPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const isNew = params.id === "new";
  const banner = useQuery(bannerQuery(useScope(), isNew ? "" : params.id));
  const saved = banner.data;
  return (
    <EditFrame
      section="banners"
      query={isNew ? null : banner}
      title={saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("banner_new")}
      lead={saved && <Stand state={saved.state} />}
    >
      {(data) => <Form banner={data} />}
    </EditFrame>
  );
}

function Form({ banner }: { banner: EditableBanner | null }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const id = banner?.id ?? "";
  const editing = useEditing(`banner:${id || "new"}`, banner ? bannerDraft(banner) : emptyBanner);
  const storing = useStoring("banners", editing, bannerQuery);
  const { draft, set, errorOf } = editing;

  const submit = () =>
    storing.save(banner === null, (now) => saveBanner(id, bannerBody(now, banner ?? undefined)));
  return (
    <EditForm
      editing={editing}
      onSubmit={() => void submit()}
      saveLabel={t(banner ? "save" : "create")}
      aside={
        banner && (
          <Delete
            what={spoken(scope.lang, banner.title_en, banner.title_ar).text}
            onDelete={() => storing.remove(() => deleteBanner(id))}
          />
        )
      }
    >
      <Both
        editing={editing}
        parts={[
          { name: "title", label: t("title_label") },
          { name: "text", label: t("banner_text") },
          { name: "action", label: t("banner_action"), hint: t("banner_action_hint") },
        ]}
      />
      <Card className="grid items-start gap-5 sm:grid-cols-2">
        <TextInput
          label={t("link")}
          hint={t("link_hint")}
          name="link"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={draft.link}
          error={errorOf("link")}
          onValueChange={(link) => set({ link })}
        />
        <PicturePicker
          label={t("picture")}
          value={draft.image}
          error={errorOf("image")}
          onChange={(image) => set({ image })}
        />
      </Card>
      <Placement editing={editing} everyService />
    </EditForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_banners"), noIndex: true }),
  Component: BannerPage,
});
