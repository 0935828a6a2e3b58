import { useQuery } from "@tanstack/react-query";
import { RowLink } from "../../../../backoffice/RecordList";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Picture } from "../../../../ui/Picture";
import { bannersQuery } from "./api";
import { Stand, usePlaceFilters, Where } from "./components/Narrow";
import { Lacks, Spoken } from "./components/Spoken";
import { Things } from "./components/Things";
import { concerns, thingPath } from "./model";

/** The home page's banners, in the order they are shown. */
function BannersPage() {
  const { t } = useTranslation("content");
  const { query } = usePage();
  const scope = useScope();
  const list = useQuery(bannersQuery(scope));
  const shown = list.data?.filter((one) =>
    concerns(one, query.get("service"), query.get("district")),
  );
  return (
    <Things
      section="banners"
      add={t("banner_new")}
      icon="image"
      filters={usePlaceFilters()}
      query={list}
      items={shown}
      row={(banner, lacks) => (
        <div className="flex items-center gap-4">
          <Picture
            src={banner.image_view.src}
            alt=""
            width={banner.image_view.width}
            height={banner.image_view.height}
            className="size-16 shrink-0"
          />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h3 className="font-semibold text-pretty">
              <RowLink to={thingPath("banners", banner.id)}>
                <Spoken en={banner.title_en} ar={banner.title_ar} />
              </RowLink>
            </h3>
            <Where of={banner} />
            <p className="flex flex-wrap gap-2">
              <Stand state={banner.state} />
              <Lacks langs={lacks} />
            </p>
          </div>
        </div>
      )}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_banners"), noIndex: true }),
  Component: BannersPage,
});
