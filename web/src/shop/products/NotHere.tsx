import { openDialog } from "../../lib/dialogs";
import { usePage } from "../../lib/page";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { Fold } from "../../ui/Fold";
import { Notice } from "../../ui/Notice";
import type { AwayProps } from "./ProductList";

/**
 * The products that are not delivered to the customer, collapsed into one line below the products that
 * are.
 */
export function NotHere({
  here,
  away,
  total = away,
  delivered,
  grid,
  more,
  said = false,
}: AwayProps & {
  /** The page already shows above that none of these products is delivered here. */
  said?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = usePage();
  // Sorted by relevance, delivered products continue on later pages; every other order lists them
  // all first.
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
