import { useEffect, useState } from "react";
import { useLocation } from "../../../../lib/history";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { keptOrders } from "../kept";

/** How long after placing an order the guest's link to it is shown, in milliseconds. */
const recent = 24 * 60 * 60_000;

/**
 * A bar that links to the order that a guest placed in this browser. It makes no requests: the order's page shows its
 * state.
 */
export default function CallUnderWay() {
  const { t } = useTranslation("calls");
  const { pathname } = useLocation();
  const [id, setId] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept may be another after each page
  useEffect(() => {
    const newest = keptOrders()[0];
    setId(newest && Date.now() - newest.at < recent ? newest.id : "");
  }, [pathname]);
  if (id === "" || pathname === paths.callOrder(id)) return null;
  return (
    <section
      aria-label={t("line")}
      className="border-line bg-go-soft max-lg:border-t lg:mx-auto lg:mb-4 lg:w-fit lg:rounded-full lg:border lg:shadow-lift"
    >
      <Link
        to={paths.callOrder(id)}
        look="plain"
        className="mx-auto flex min-h-11 max-w-7xl items-center gap-2 px-4 text-sm leading-6 sm:px-6 lg:min-w-120 lg:rounded-full"
      >
        <Icon name="phone" className="text-go-text" />
        <b className="min-w-0 flex-1 truncate font-semibold">{t("line")}</b>
        <Icon name="chevron-end" size={18} className="text-muted" />
      </Link>
    </section>
  );
}
