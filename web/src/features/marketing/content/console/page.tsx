import { useQuery } from "@tanstack/react-query";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { type EditablePage, pageQuery, savePage } from "./api";
import { BothLanguages } from "./components/BothLanguages";
import { Preview } from "./components/Preview";
import { Spoken } from "./components/Spoken";
import { pageBody, pageDraft, pathOf, readAs } from "./model";
import { useInBoth } from "./useContent";
import { useContentSaved } from "./useContentSaved";

/** The pages that an order records as accepted. */
const policies = ["privacy", "terms"];

/** One information page. */
function InformationPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const page = useQuery(pageQuery(scope, params.id));
  return (
    <RecordPage<EditablePage>
      back={{ to: pathOf("pages"), label: t("section_pages") }}
      query={page}
      title={(saved) => saved && <Spoken {...readAs(saved)} />}
      badge={(saved) =>
        saved && (
          <Link
            to={`${location.origin}/${scope.lang}${paths.information(saved.name)}`}
            newTab
            className="inline-flex min-h-11 items-center"
          >
            {t("see_in_shop")}
          </Link>
        )
      }
      history={({ name }) => <RecordHistory object={name} action="page." />}
    >
      {(saved) => saved && <PageForm page={saved} />}
    </RecordPage>
  );
}

function PageForm({ page }: { page: EditablePage }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const keep = useContentSaved();
  const inBoth = useInBoth();
  const form = useForm({
    name: `page:${page.name}`,
    record: page,
    draftOf: pageDraft,
    labels: inBoth({ title: t("title_label"), body: t("body") }),
    save: (values, now) => savePage(page.name, pageBody(values, now ?? page)),
    onSaved: (saved) => {
      keep(pageQuery(scope, page.name).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const { values } = form;
  const read = readAs({ ...page, ...values });
  return (
    <RecordForm form={form}>
      {page.policy && !page.adopted && <Notice>{t("not_adopted_text")}</Notice>}
      {policies.includes(page.name) && <Notice>{t("policy")}</Notice>}
      <BothLanguages
        form={form}
        parts={[
          { name: "title", label: t("title_label") },
          { name: "body", label: t("body"), lines: 18, markdown: true },
        ]}
      />
      <Preview
        named={page.placeholders}
        texts={{
          en: { title: read.en, body: values.body_en },
          ar: { title: read.ar, body: values.body_ar },
        }}
      />
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_pages"), noIndex: true }),
  Component: InformationPage,
});
