import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { LoadMore } from "./LoadMore";

/** What is used of a list in pages; the results of useInfiniteQuery are such. */
export interface Growing {
  data: { pages: readonly { meta: { current_page: number } }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage: () => unknown;
}

export interface MoreProps {
  list: Growing;
  /** Whose words: a namespace with "more" and "loading". */
  texts: string;
  /** Said in place of "loading". */
  loading?: string;
}

/** The end of a list that fills a page: its next part, with an address of its own. */
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
