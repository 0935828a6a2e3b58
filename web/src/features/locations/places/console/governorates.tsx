import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { BackLink } from "../../../../ui/BackLink";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { EmptyState } from "../../../../ui/EmptyState";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { governoratesQuery } from "./api";

/** The governorates, which group the areas. */
function GovernoratesPage() {
  const { t } = useTranslation("areas");
  const governorates = useQuery(governoratesQuery(useScope()));
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <BackLink to="/districts">{t("title")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t("governorates")}</h1>
        <ButtonLink to="/governorates/new" variant="primary" icon="plus">
          {t("new_governorate")}
        </ButtonLink>
      </div>
      <Loaded query={governorates} texts="backoffice" skeleton={["h-96"]}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="pin" title={t("no_governorates")} text={t("no_governorates_text")} />
          ) : (
            <Card>
              <ul className="divide-y divide-line">
                {all.map(({ id, name, districts }) => (
                  <li key={id} className="flex items-center gap-3">
                    <Link
                      to={`/governorates/${encodeURIComponent(id)}`}
                      className="inline-flex min-h-12 items-center"
                    >
                      <Isolate>{name}</Isolate>
                    </Link>
                    <span className="ms-auto text-sm text-muted">
                      {t("districts", { count: districts })}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("areas:governorates"), noIndex: true }),
  Component: GovernoratesPage,
});
