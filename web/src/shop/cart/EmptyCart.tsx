import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemsOf } from "../../api/query";
import { paths } from "../../lib/paths";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { ButtonLink } from "../../ui/ButtonLink";
import { EmptyState } from "../../ui/EmptyState";
import { Section } from "../../ui/Section";
import { branchesList } from "../branches/api";
import { BranchTile } from "../branches/BranchTile";
import { EmptyBasket } from "./EmptyBasket";
import { useSelectedService } from "./useShopping";

/** How many branches lead on: what a phone shows without scrolling far. */
const most = 3;

export interface EmptyCartProps {
  /** What leads on before the open branches: what this customer had before. */
  children?: ReactNode;
}

/** Nothing is in the cart: there is nothing to change or to order, and ways to fill it. */
export function EmptyCart({ children }: EmptyCartProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <EmptyState
        picture={<EmptyBasket />}
        title={t("basket:empty")}
        text={t("basket:empty_text")}
        action={
          <ButtonLink to={paths.home} variant="primary">
            {t("basket:start")}
          </ButtonLink>
        }
      />
      {children}
      <OpenBranches />
    </div>
  );
}

/** Where one can order now, of the service somebody shops in; nothing where that is not known. */
function OpenBranches() {
  const { t } = useTranslation();
  const service = useSelectedService();
  const query = branchesList(useScope(), { service_id: service, open: true });
  const list = useInfiniteQuery({ ...query, enabled: service !== "" });
  const open = (itemsOf(list) ?? []).filter((branch) => branch.delivers !== false).slice(0, most);
  const [first] = open;
  if (!first) return null;
  return (
    <Section title={t("basket:open_now")}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {open.map((branch) => (
          <li key={branch.id}>
            <BranchTile branch={branch} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
