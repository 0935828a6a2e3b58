import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { missingQuery } from "./api";
import { Frame } from "./components/Frame";
import { Lacks } from "./components/Spoken";
import { placeOf } from "./model";

/** What is there in one language only, and where to write the other one. */
function MissingPage() {
  const { t } = useTranslation("content");
  const list = useQuery(missingQuery(useScope()));
  return (
    <Frame section="missing">
      <p className="text-muted text-pretty">{t("missing_text")}</p>
      <LoadedList
        query={list}
        items={list.data?.map((one) => ({
          ...one,
          thing: one.id,
          id: `${one.kind}:${one.id}:${one.missing}`,
        }))}
        texts="content"
        skeleton={["h-20", "h-20", "h-20"]}
        empty={
          <EmptyState icon="check" title={t("missing_empty")} text={t("missing_empty_text")} />
        }
        row={({ kind, thing, name, missing }) => (
          <Card as="article" pressable className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge>{t(`kind_${kind}`)}</Badge>
            <h2 className="min-w-0 font-semibold break-words">
              <Link to={placeOf({ kind, id: thing })} look="cover">
                {kind === "contact" ? t("section_contact") : <bdi>{name || thing}</bdi>}
              </Link>
            </h2>
            <span className="ms-auto">
              <Lacks langs={[missing]} />
            </span>
          </Card>
        )}
      />
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_missing"), noIndex: true }),
  Component: MissingPage,
});
