import { useQuery } from "@tanstack/react-query";
import { RecordList, RowLink } from "../../../../backoffice/RecordList";
import { wholeList } from "../../../../backoffice/wholeList";
import { definePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { missingQuery, pagesQuery } from "./api";
import { Frame } from "./components/Frame";
import { Lacks, Spoken } from "./components/Spoken";
import { missingIndex, readAs } from "./model";

const pathOf = ({ name }: { name: string }) => `/content/pages/${encodeURIComponent(name)}`;

/** The information pages: about us, questions, the policies. */
function InformationPages() {
  const { t } = useTranslation("content");
  const scope = useScope();
  const format = useFormat();
  const list = useQuery(pagesQuery(scope));
  const missing = missingIndex(useQuery(missingQuery(scope)).data);
  return (
    <Frame section="pages">
      <RecordList
        bare
        title={t("section_pages")}
        list={wholeList(
          list,
          list.data?.map((page) => ({ ...page, id: page.name })),
        )}
        to={pathOf}
        empty={{ icon: "info", title: t("pages_empty"), text: t("pages_empty_text") }}
        draw={(page) => (
          <div className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="font-semibold">
                <RowLink to={pathOf(page)}>
                  <Spoken {...readAs(page)} />
                </RowLink>
              </h3>
              <Lacks langs={missing.get(`page:${page.name}`)} />
              {page.policy && (
                <Badge tone={page.adopted ? "good" : "offer"}>
                  {t(page.adopted ? "adopted" : "not_adopted")}
                </Badge>
              )}
            </div>
            <p className="text-sm text-muted">
              <Ltr>{paths.information(page.name)}</Ltr> ·{" "}
              {t("version", { version: format.number(page.version) })} ·{" "}
              {t("changed", { when: format.relative(Date.parse(page.updated_at)) })}
            </p>
          </div>
        )}
      />
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_pages"), noIndex: true }),
  Component: InformationPages,
});
