import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { ButtonLink } from "../../../ui/ButtonLink";
import { EmptyState } from "../../../ui/EmptyState";

/** There is no cart to order. */
export function NothingToOrder() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon="cart"
      title={t("checkout:empty")}
      text={t("checkout:empty_text")}
      action={
        <ButtonLink to={paths.home} variant="primary">
          {t("basket:start")}
        </ButtonLink>
      }
    />
  );
}
