import type { Product } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { takesOrders, useClosed } from "../../../../shop/useClosed";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Notice } from "../../../../ui/Notice";
import { Away } from "./Away";

/** Why the product cannot be bought now, or from when it can. */
export function BuyNotices({ product, soldOut }: { product: Product; soldOut: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const branch = product.branch.name;
  const own = product.offers.find((one) => one.branch.id === product.branch.id)?.branch;
  const closed = useClosed()(own ?? product.branch, "catalog:closed", branch);
  const takes = takesOrders(product.branch);
  if (product.branch.delivers === false) return <Away product={product} />;
  if (soldOut) {
    return (
      <Notice tone="trouble" title={t("catalog:unavailable")}>
        {t("catalog:unavailable_text")}
      </Notice>
    );
  }
  if (closed) {
    return (
      <Notice
        tone="warning"
        icon="clock"
        title={closed}
        action={
          !takes && (
            <ButtonLink
              size="sm"
              to={`${paths.branchesResults}?service_id=${product.service.slug}`}
            >
              {t("branches:others")}
            </ButtonLink>
          )
        }
      >
        {takes && t("catalog:closed_text")}
      </Notice>
    );
  }
  if (product.menu) {
    const { name: menu, now, from, to } = product.menu;
    if (from === null || to === null) {
      return <Notice tone="warning" icon="clock" title={t("catalog:menu_none", { menu })} />;
    }
    if (now) {
      return (
        <p className="text-sm text-muted">
          {t("catalog:menu_until", { menu, time: format.dayTime(Date.parse(to)) })}
        </p>
      );
    }
    return (
      <Notice
        tone="warning"
        icon="clock"
        title={t("catalog:menu_from", { menu, time: format.dayTime(Date.parse(from)) })}
      >
        {t("catalog:menu_text")}
      </Notice>
    );
  }
  return null;
}
