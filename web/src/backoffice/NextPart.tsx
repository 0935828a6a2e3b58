import { useTranslation } from "../lib/translation";
import { LoadMore } from "../ui/LoadMore";
import type { ShowMoreProps } from "./ShowMore";
import { useListAddress } from "./useListAddress";

/** The end of a list in parts that fills a page: the next part comes when it is near. */
export function NextPart({ list }: ShowMoreProps) {
  const { t } = useTranslation("backoffice");
  const { at } = useListAddress();
  if (!list.hasNextPage) return null;
  return (
    <LoadMore
      to={at({})}
      label={t("more")}
      loadingLabel={t("loading")}
      loading={list.isFetchingNextPage}
      failed={list.isFetchNextPageError}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
