import { useLocation, useNavigate } from "../../../../lib/history";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { choose, chosenStore, most } from "../../../../shop/comparison/chosen";
import { Button } from "../../../../ui/Button";
import { IconButton } from "../../../../ui/IconButton";

/** Pages that list products of every service. */
const lists = /^\/(search-results|categories)\b/;

/**
 * The products chosen for comparison, above the bars at the bottom edge. While the cart's bar is shown, a button within
 * it, so that no third bar covers the products.
 */
export default function ComparisonBar({ inBar }: { inBar: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const chosen = useStore(chosenStore);
  const service = useSelectedService();
  const compare = () =>
    navigate(
      pathname + new Query(search).with({ compare: chosen.map(({ slug }) => slug).join(",") }),
      { state: { keepScroll: true } },
    );
  // On another service's pages, or on pages without products, there is nothing to compare with.
  const of = chosen[0]?.service;
  const among = pathname.startsWith("/products/") || (!service && lists.test(pathname));
  // The service of the products in a shared link is not known either.
  if (of !== service && !among) return null;
  const open = t("comparison:open", {
    count: chosen.length,
    of: format.number(most),
    n: format.number(chosen.length),
  });
  if (inBar) {
    return (
      <Button
        size="sm"
        icon="compare"
        aria-label={open}
        onClick={() => void compare()}
        className="shrink-0 gap-0.5! px-2!"
      >
        {format.number(chosen.length)}
      </Button>
    );
  }
  return (
    <section
      aria-label={t("comparison:bar")}
      className="compared flex justify-center px-4 max-md:[[data-bottom]:has(.cart-bar):not(:has(.hides-cart))_&]:hidden md:max-lg:[[data-bottom]:has(.cart-bar)_&]:hidden sm:justify-end sm:px-6"
    >
      <div className="pointer-events-auto flex animate-rise items-center gap-2 rounded-full border border-line bg-card py-1.5 ps-3 pe-1.5 shadow-lift">
        <ul className="flex -space-x-3 rtl:space-x-reverse" aria-label={t("comparison:chosen")}>
          {chosen.map((one) => (
            <li key={one.slug}>
              <img
                src={one.src}
                alt={one.name}
                width={36}
                height={36}
                className="picture size-9 rounded-full border-2 border-card bg-tint object-contain"
              />
            </li>
          ))}
        </ul>
        <Button variant="primary" size="sm" icon="compare" onClick={() => void compare()}>
          {open}
        </Button>
        <IconButton icon="close" label={t("comparison:clear")} onClick={() => choose([])} />
      </div>
    </section>
  );
}
