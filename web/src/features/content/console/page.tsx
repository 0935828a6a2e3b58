import { useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Link } from "../../../ui/Link";
import { Notice } from "../../../ui/Notice";
import { type EditablePage, pageQuery, savePage } from "./api";
import { Both } from "./components/Both";
import { EditForm } from "./components/EditForm";
import { EditFrame } from "./components/Frame";
import { Preview } from "./components/Preview";
import { Spoken } from "./components/Spoken";
import { pageBody, pageDraft } from "./model";
import { toasts } from "./toasts";
import { useEditing } from "./useEditing";
import { useKeep } from "./useKeep";

/** The pages an order records as accepted. */
const policies = ["privacy", "terms"];

/** One information page. */
function InformationPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const page = useQuery(pageQuery(scope, params.id));
  return (
    <EditFrame
      section="pages"
      query={page}
      title={page.data && <Spoken en={page.data.title_en} ar={page.data.title_ar} />}
      lead={
        page.data && (
          <Link
            to={`${location.origin}/${scope.lang}${paths.information(page.data.name)}`}
            newTab
            className="inline-flex min-h-11 items-center"
          >
            {t("see_in_shop")}
          </Link>
        )
      }
    >
      {(data) => data && <Form page={data} refetch={async () => (await page.refetch()).data} />}
    </EditFrame>
  );
}

function Form({
  page,
  refetch,
}: {
  page: EditablePage;
  refetch: () => Promise<EditablePage | undefined>;
}) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const keep = useKeep();
  const editing = useEditing(`page:${page.name}`, pageDraft(page));
  const { draft } = editing;

  async function submit(version = draft.version) {
    const worked = await editing.save(async (now) => {
      const saved = await savePage(page.name, pageBody({ ...now, version }));
      keep(pageQuery(scope, page.name).queryKey, saved);
    });
    if (worked) toasts.show({ text: t("saved"), tone: "success" });
  }
  return (
    <EditForm
      editing={editing}
      onSubmit={() => void submit()}
      saveLabel={t("save")}
      conflict={{
        reload: refetch,
        overwrite: () => void refetch().then((fresh) => submit(fresh?.version)),
      }}
    >
      {policies.includes(page.name) && <Notice>{t("policy")}</Notice>}
      <Both
        editing={editing}
        parts={[
          { name: "title", label: t("title_label") },
          { name: "body", label: t("body"), lines: 18, markdown: true },
        ]}
      />
      <Preview
        texts={{
          en: { title: draft.title_en, body: draft.body_en },
          ar: { title: draft.title_ar, body: draft.body_ar },
        }}
      />
    </EditForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_pages"), noIndex: true }),
  Component: InformationPage,
});
