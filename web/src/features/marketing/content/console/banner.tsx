import { useQuery } from "@tanstack/react-query";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { TextInput } from "../../../../ui/TextInput";
import { bannerQuery, deleteBanner, type EditableBanner, saveBanner } from "./api";
import { BothLanguages } from "./components/BothLanguages";
import { Stand } from "./components/Narrow";
import { PicturePicker } from "./components/PicturePicker";
import { Placement, usePlacementWords } from "./components/Placement";
import { Spoken } from "./components/Spoken";
import { bannerBody, bannerDraft, pathOf, spoken } from "./model";
import { useContentForm, useDeleting, useInBoth } from "./useContent";

/** A banner, new or existing. */
function BannerPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const banner = useQuery(bannerQuery(scope, isNew ? "" : params.id));
  const deleting = useDeleting("banners", deleteBanner);
  return (
    <RecordPage<EditableBanner>
      back={{ to: pathOf("banners"), label: t("section_banners") }}
      query={isNew ? null : banner}
      title={(saved) =>
        saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("banner_new")
      }
      badge={(saved) => saved && <Stand state={saved.state} />}
      actions={({ id, title_en, title_ar }) => [
        deleting(id, spoken(scope.lang, title_en, title_ar).text),
      ]}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(saved) => <BannerForm banner={saved} />}
    </RecordPage>
  );
}

function BannerForm({ banner }: { banner: EditableBanner | null }) {
  const { t } = useTranslation("content");
  const inBoth = useInBoth();
  const placement = usePlacementWords();
  const form = useContentForm({
    section: "banners",
    record: banner,
    draftOf: bannerDraft,
    labels: {
      ...placement.labels,
      ...inBoth({ title: t("title_label"), text: t("banner_text"), action: t("banner_action") }),
      link: t("link"),
      image: t("picture"),
    },
    queryOf: bannerQuery,
    save: (id, values, now) => saveBanner(id, bannerBody(values, now)),
  });
  const { values, set, errorOf } = form;
  return (
    <RecordForm form={form} saveLabel={t(banner ? "save" : "create")} shown={placement.shown}>
      <BothLanguages
        form={form}
        parts={[
          { name: "title", label: t("title_label") },
          { name: "text", label: t("banner_text") },
          { name: "action", label: t("banner_action"), hint: t("banner_action_hint") },
        ]}
      />
      <Card className="grid items-start gap-5 sm:grid-cols-2">
        <TextInput
          {...form.field("link")}
          hint={t("link_hint")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
        <PicturePicker
          label={t("picture")}
          value={values.image}
          error={errorOf("image")}
          onChange={(image) => set({ image })}
        />
      </Card>
      <Placement form={form} everyService />
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_banners"), noIndex: true }),
  Component: BannerPage,
});
