import type { Product } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Icon } from "../../../../ui/Icon";

/** The id of the section with similar products that are delivered here. */
export const insteadPlace = "instead";

/** Replaces the button of a product that no branch delivers here: explains it once, and offers alternatives. */
export function Away({ product }: { product: Product }) {
  const { t } = useTranslation();
  const category = product.breadcrumbs.at(-1);
  const [to, words] =
    product.related.length > 0
      ? [`#${insteadPlace}`, t("catalog:see_instead")]
      : [category && paths.category(category.slug), t("catalog:see_category")];
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 font-medium text-trouble-text">
        <Icon name="pin" />
        {t("catalog:not_delivered")}
      </p>
      <div className="flex flex-wrap gap-2">
        {to && (
          <ButtonLink to={to} variant="primary" className="grow">
            {words}
          </ButtonLink>
        )}
        <Button className="grow" onClick={() => openDialog("location", {})}>
          {t("branches:change_place")}
        </Button>
      </div>
    </div>
  );
}
