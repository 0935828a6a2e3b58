import { openDialog } from "../../lib/dialogs";
import { usePage } from "../../lib/page";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { Fold } from "../../ui/Fold";
import { Notice } from "../../ui/Notice";
import type { AwayProps } from "./ProductList";

/** What is not delivered to the reader, folded under one line behind what is. */
export function NotHere({
  here,
  away,
  total = away,
  delivered,
  grid,
  more,
  said = false,
}: AwayProps & {
  /** The page says above that nothing of it is delivered here. */
  said?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = usePage();
  // By relevance what is delivered goes on behind it; every other list has that first of all.
  const mixed = query.get("q") !== "" && ["", "relevance"].includes(query.get("sort"));
  const first = delivered ?? (!more ? total - away : mixed || query.has("page") ? null : here);
  return (
    <>
      {here === 0 && !said && (
        <Notice
          tone="warning"
          icon="pin"
          title={t("branches:not_here_notice")}
          action={
            <Button size="sm" onClick={() => openDialog("location", {})}>
              {t("branches:change_place")}
            </Button>
          }
        >
          {t("branches:not_here_text")}
        </Notice>
      )}
      {mixed && more}
      <Fold
        as="h2"
        title={
          <>
            {t("branches:not_here")} {first !== null && <bdi>({format.number(total - first)})</bdi>}
          </>
        }
      >
        {grid}
        {!mixed && more}
      </Fold>
    </>
  );
}
