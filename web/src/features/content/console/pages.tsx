import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Ltr } from "../../../ui/Ltr";
import { missingQuery, pagesQuery } from "./api";
import { Frame } from "./components/Frame";
import { Lacks, Spoken } from "./components/Spoken";
import { missingIndex, readAs } from "./model";

/** The information pages: about us, questions, the policies. */
function InformationPages() {
  const { t } = useTranslation("content");
  const scope = useScope();
  const format = useFormat();
  const list = useQuery(pagesQuery(scope));
  const missing = missingIndex(useQuery(missingQuery(scope)).data);
  return (
    <Frame section="pages">
      <LoadedList
        query={list}
        items={list.data?.map((page) => ({ ...page, id: page.name }))}
        texts="content"
        skeleton={["h-20", "h-20", "h-20", "h-20", "h-20", "h-20"]}
        empty={<EmptyState icon="info" title={t("pages_empty")} text={t("pages_empty_text")} />}
        row={(page) => (
          <Card as="article" pressable className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="font-semibold">
                <Link to={`/content/pages/${encodeURIComponent(page.name)}`} look="cover">
                  <Spoken {...readAs(page)} />
                </Link>
              </h2>
              <Lacks langs={missing.get(`page:${page.name}`)} />
              {page.policy && (
                <Badge tone={page.adopted ? "go" : "offer"}>
                  {t(page.adopted ? "adopted" : "not_adopted")}
                </Badge>
              )}
            </div>
            <p className="text-sm text-muted">
              <Ltr>{paths.information(page.name)}</Ltr> ·{" "}
              {t("version", { version: format.number(page.version) })} ·{" "}
              {t("changed", { when: format.relative(Date.parse(page.updated_at)) })}
            </p>
          </Card>
        )}
      />
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_pages"), noIndex: true }),
  Component: InformationPages,
});
