import { useQuery } from "@tanstack/react-query";
import { RecordList, RowLink } from "../../../../backoffice/RecordList";
import { wholeList } from "../../../../backoffice/wholeList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { missingQuery } from "./api";
import { Frame } from "./components/Frame";
import { Lacks } from "./components/Spoken";
import { placeOf } from "./model";

/** The content that exists in one language only, and where to add the other. */
function MissingPage() {
  const { t } = useTranslation("content");
  const list = useQuery(missingQuery(useScope()));
  return (
    <Frame section="missing">
      <RecordList
        bare
        title={t("section_missing")}
        list={wholeList(
          list,
          list.data?.map((one) => ({
            ...one,
            thing: one.id,
            id: `${one.kind}:${one.id}:${one.missing}`,
          })),
        )}
        to={({ kind, thing }) => placeOf({ kind, id: thing })}
        empty={{ icon: "check", title: t("missing_empty"), text: t("missing_empty_text") }}
        draw={({ kind, thing, name, missing }) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge>{t(`kind_${kind}`)}</Badge>
            <h3 className="min-w-0 font-semibold break-words">
              <RowLink to={placeOf({ kind, id: thing })}>
                {kind === "contact" ? t("section_contact") : <bdi>{name || thing}</bdi>}
              </RowLink>
            </h3>
            <span className="ms-auto">
              <Lacks langs={[missing]} />
            </span>
          </div>
        )}
      >
        <p className="text-muted text-pretty">{t("missing_text")}</p>
      </RecordList>
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_missing"), noIndex: true }),
  Component: MissingPage,
});
