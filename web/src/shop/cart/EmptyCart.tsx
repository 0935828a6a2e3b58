import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { ButtonLink } from "../../ui/ButtonLink";
import { EmptyState } from "../../ui/EmptyState";

/** Nothing is in the cart: there is nothing to change or to order. */
export function EmptyCart() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon="cart"
      title={t("basket:empty")}
      text={t("basket:empty_text")}
      action={
        <ButtonLink to={paths.home} variant="primary">
          {t("basket:start")}
        </ButtonLink>
      }
    />
  );
}
