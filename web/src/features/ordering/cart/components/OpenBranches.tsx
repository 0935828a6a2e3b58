import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { branchesList, servicesQuery } from "../../../../shop/branches/api";
import { BranchTile } from "../../../../shop/branches/BranchTile";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { Section } from "../../../../ui/Section";

/** The number of branches shown, so that a phone needs little scrolling. */
const most = 3;

/** Branches that take orders now, of the selected service or else of the first. */
export function OpenBranches() {
  const { t } = useTranslation();
  const scope = useScope();
  const selected = useSelectedService();
  const services = useQuery({ ...servicesQuery(scope), enabled: selected === "" });
  const service = selected || (services.data?.[0]?.id ?? "");
  const query = branchesList(scope, { service_id: service, open: true });
  const list = useInfiniteQuery({ ...query, enabled: service !== "" });
  const open = (itemsOf(list) ?? []).filter((branch) => branch.delivers !== false).slice(0, most);
  const [first] = open;
  if (!first) return null;
  return (
    <Section title={t("basket:open_now")}>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {open.map((branch) => (
          <li key={branch.id}>
            <BranchTile branch={branch} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
