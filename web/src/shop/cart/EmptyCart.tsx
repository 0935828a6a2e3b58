import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { ButtonLink } from "../../ui/ButtonLink";
import { EmptyState } from "../../ui/EmptyState";
import { EmptyBasket } from "./EmptyBasket";

export interface EmptyCartProps {
  /** Ways to continue: what this customer ordered before, and which branches are open. */
  children?: ReactNode;
  /** Another service has a cart with products in it. */
  others?: boolean;
}

/** The empty cart. It shows only ways to fill it, and no controls to change or order it. */
export function EmptyCart({ children, others = false }: EmptyCartProps) {
  const { t } = useTranslation();
  return (
    <div className="-mt-8 flex flex-col gap-6 sm:mt-0">
      <EmptyState
        picture={<EmptyBasket />}
        title={t("basket:empty")}
        text={others ? undefined : t("basket:empty_text")}
        action={
          <ButtonLink to={others ? paths.cart : paths.home} variant="primary">
            {t(others ? "basket:view_other" : "basket:start")}
          </ButtonLink>
        }
      />
      {children}
    </div>
  );
}
