import { useQuery } from "@tanstack/react-query";
import { RowLink } from "../../../../backoffice/RecordList";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { blocksQuery } from "./api";
import { Stand, usePlaceFilters, Where } from "./components/Narrow";
import { Lacks, Spoken } from "./components/Spoken";
import { Things } from "./components/Things";
import { concerns, ruleOf, thingPath } from "./model";

/** The home page's rows of products, in the order they are shown. */
function BlocksPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(blocksQuery(scope));
  const shown = list.data?.filter((one) =>
    concerns(one, query.get("service"), query.get("district")),
  );
  return (
    <Things
      section="blocks"
      add={t("block_new")}
      icon="grid"
      filters={usePlaceFilters()}
      query={list}
      items={shown}
      row={(block, lacks) => (
        <div className="flex flex-col gap-1">
          <h3 className="font-semibold text-pretty">
            <RowLink to={thingPath("blocks", block.id)}>
              <Spoken en={block.title_en} ar={block.title_ar} />
            </RowLink>
          </h3>
          <Where of={block} />
          <p className="flex flex-wrap gap-2">
            <Stand state={block.state} />
            <Badge>{t(`rule_${ruleOf(block.rule).rule}`)}</Badge>
            <Lacks langs={lacks} />
          </p>
        </div>
      )}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_blocks"), noIndex: true }),
  Component: BlocksPage,
});
