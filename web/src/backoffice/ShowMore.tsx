import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";

export interface ShowMoreProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError?: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Asks for the next part of a list that shares its page with others. */
export function ShowMore({ list }: ShowMoreProps) {
  const { t } = useTranslation("backoffice");
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      className="self-center"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t("more")}
    </Button>
  );
}
