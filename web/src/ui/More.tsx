import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { LoadMore } from "./LoadMore";

/** The parts of a paged list that are used here; results of useInfiniteQuery have them. */
export interface Growing {
  data: { pages: readonly { meta: { current_page: number } }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage: () => unknown;
}

export interface MoreProps {
  list: Growing;
  /** The namespace of its texts "more" and "loading". */
  texts: string;
  /** Shown in place of "loading". */
  loading?: string;
}

/** The end of a list that fills a page: a link to the next part, which has its own address. */
export function More({ list, texts, loading }: MoreProps) {
  const { t } = useTranslation(texts);
  const { path, query } = usePage();
  const last = list.data?.pages.at(-1)?.meta;
  if (!last || !list.hasNextPage) return null;
  return (
    <LoadMore
      to={`${path}${query.with({ page: last.current_page + 1 })}`}
      label={t("more")}
      loadingLabel={loading ?? t("loading")}
      loading={list.isFetchingNextPage}
      failed={list.isFetchNextPageError}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
