import { useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { Link } from "../../../ui/Link";
import { blocksQuery } from "./api";
import { Narrow, Stand, Where } from "./components/Narrow";
import { Lacks, Spoken } from "./components/Spoken";
import { Things } from "./components/Things";
import { concerns, ruleOf, thingPath } from "./model";

/** Every row of products of the home page, in the order they are shown. */
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
      filter={<Narrow />}
      query={list}
      items={shown}
      row={(block, lacks) => (
        <Card as="article" pressable className="flex flex-col gap-1">
          <h2 className="font-semibold text-pretty">
            <Link to={thingPath("blocks", block.id)} look="cover">
              <Spoken en={block.title_en} ar={block.title_ar} />
            </Link>
          </h2>
          <Where of={block} />
          <p className="flex flex-wrap gap-2">
            <Stand state={block.state} />
            <Badge>{t(`rule_${ruleOf(block.rule).rule}`)}</Badge>
            <Lacks langs={lacks} />
          </p>
        </Card>
      )}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_blocks"), noIndex: true }),
  Component: BlocksPage,
});
