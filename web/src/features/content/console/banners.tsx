import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Picture } from "../../../ui/Picture";
import { bannersQuery, missingQuery } from "./api";
import { Frame } from "./components/Frame";
import { Narrow, Stand, Where } from "./components/Narrow";
import { Lacks, Spoken } from "./components/Spoken";
import { concerns, missingIndex } from "./model";

/** Every banner of the home page, in the order they are shown. */
function BannersPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(bannersQuery(scope));
  const missing = missingIndex(useQuery(missingQuery(scope)).data);
  const shown = list.data?.filter((one) =>
    concerns(one, query.get("service"), query.get("district")),
  );
  const make = (
    <ButtonLink to="/content/banners/new" variant="primary" icon="plus">
      {t("banner_new")}
    </ButtonLink>
  );
  return (
    <Frame section="banners" action={make}>
      <Narrow />
      <LoadedList
        query={list}
        items={shown}
        texts="content"
        skeleton={["h-28", "h-28", "h-28"]}
        empty={
          <EmptyState icon="image" title={t("banners_empty")} text={t("banners_empty_text")} />
        }
        row={(banner) => (
          <Card as="article" pressable className="flex items-center gap-4">
            <Picture
              src={banner.image_view.src}
              alt=""
              width={banner.image_view.width}
              height={banner.image_view.height}
              className="size-16 shrink-0"
            />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <h2 className="font-semibold text-pretty">
                <Link to={`/content/banners/${encodeURIComponent(banner.id)}`} look="cover">
                  <Spoken en={banner.title_en} ar={banner.title_ar} />
                </Link>
              </h2>
              <Where of={banner} />
              <p className="flex flex-wrap gap-2">
                <Stand state={banner.state} />
                <Lacks langs={missing.get(`banner:${banner.id}`)} />
              </p>
            </div>
          </Card>
        )}
      />
    </Frame>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_banners"), noIndex: true }),
  Component: BannersPage,
});
