import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { Badge } from "../../../ui/Badge";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { blocksQuery, missingQuery } from "./api";
import { Frame } from "./components/Frame";
import { Narrow, Stand, Where } from "./components/Narrow";
import { Lacks, Spoken } from "./components/Spoken";
import { concerns, missingIndex, ruleOf } from "./model";

/** Every row of products of the home page, in the order they are shown. */
function BlocksPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(blocksQuery(scope));
  const missing = missingIndex(useQuery(missingQuery(scope)).data);
  const shown = list.data?.filter((one) =>
    concerns(one, query.get("service"), query.get("district")),
  );
  const make = (
    <ButtonLink to="/content/blocks/new" variant="primary" icon="plus">
      {t("block_new")}
    </ButtonLink>
  );
  return (
    <Frame section="blocks" action={make}>
      <Narrow />
      <LoadedList
        query={list}
        items={shown}
        texts="content"
        skeleton={["h-28", "h-28", "h-28"]}
        empty={<EmptyState icon="grid" title={t("blocks_empty")} text={t("blocks_empty_text")} />}
        row={(block) => (
          <Card as="article" pressable className="flex flex-col gap-1">
            <h2 className="font-semibold text-pretty">
              <Link to={`/content/blocks/${encodeURIComponent(block.id)}`} look="cover">
                <Spoken en={block.title_en} ar={block.title_ar} />
              </Link>
            </h2>
            <Where of={block} />
            <p className="flex flex-wrap gap-2">
              <Stand state={block.state} />
              <Badge>{t(`rule_${ruleOf(block.rule).rule}`)}</Badge>
              <Lacks langs={missing.get(`block:${block.id}`)} />
            </p>
          </Card>
        )}
      />
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_blocks"), noIndex: true }),
  Component: BlocksPage,
});
