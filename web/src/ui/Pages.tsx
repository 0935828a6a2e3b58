import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Pagination } from "./Pagination";

export interface PagesProps {
  /** How many pages the list has; nothing is drawn while that is not known. */
  last: number | undefined;
  /** Whose words: a namespace with "pages", "previous", "next" and "page". */
  texts: string;
}

/** The pages of a list that fills a page: the address's `page` is the one shown. */
export function Pages({ last = 1, texts }: PagesProps) {
  const { t } = useTranslation(texts);
  const { path, query } = usePage();
  const { number } = useFormat();
  return (
    <Pagination
      label={t("pages")}
      page={query.int("page", 1)}
      last={last}
      hrefOf={(page) => `${path}${query.with({ page })}`}
      previousLabel={t("previous")}
      nextLabel={t("next")}
      pageLabel={(page) => t("page", { page: number(page) })}
      format={(page) => number(page)}
    />
  );
}
