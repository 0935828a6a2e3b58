import type { BranchCard, Product } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { takesOrders, useClosed } from "../../../../shop/useClosed";
import { useSoon } from "../../../../shop/useSoon";
import { Fold } from "../../../../ui/Fold";
import { Link } from "../../../../ui/Link";
import { Price } from "../../../../ui/Price";

/** The same product at the store's other branches, folded: those that deliver here first. */
export function Elsewhere({ product }: { product: Product }) {
  const { t } = useTranslation();
  const format = useFormat();
  const others = product.offers.filter(({ branch }) => branch.id !== product.branch.id);
  if (others.length === 0) return null;
  const rank = (one: (typeof others)[number]) =>
    (one.branch.delivers === false ? 2 : 0) + (one.available ? 0 : 1);
  return (
    <Fold
      as="h2"
      boxed
      title={
        <>
          {t("catalog:elsewhere")}{" "}
          <span className="font-normal text-muted">({format.number(others.length)})</span>
        </>
      }
    >
      <ul className="divide-y divide-line pb-2 md:grid md:grid-cols-2 md:gap-x-8">
        {others
          .toSorted((a, b) => rank(a) - rank(b))
          .map((offer) => (
            <OfferLine
              key={offer.branch.id}
              offer={offer}
              slug={product.slug}
              currency={product.currency}
              grams={product.unit_grams}
            />
          ))}
      </ul>
    </Fold>
  );
}

/** A branch where the product is cheaper and just as available, noted next to the price. */
export function Cheaper({ product }: { product: Product }) {
  const { t } = useTranslation();
  const format = useFormat();
  const here = product.offers.find(({ branch }) => branch.id === product.branch.id);
  const [least] = product.offers
    .filter(
      ({ available, branch, price }) =>
        here &&
        price < here.price &&
        available &&
        branch.delivers &&
        (!branch.is_closed || (here.branch.is_closed && takesOrders(branch))),
    )
    .toSorted((a, b) => a.price - b.price);
  if (!least) return null;
  return (
    <Link
      to={`${paths.product(product.slug)}?branch_id=${least.branch.id}`}
      className="inline-flex min-h-11 items-center text-sm leading-6"
    >
      {t("catalog:cheaper_at", {
        branch: least.branch.name,
        price: format.money(least.price, product.currency, product.unit_grams),
      })}
    </Link>
  );
}

interface OfferLineProps extends Pick<Product, "slug" | "currency"> {
  offer: Product["offers"][number];
  grams: number;
}

/** The product at another branch. */
export function OfferLine({ offer, slug, currency, grams }: OfferLineProps) {
  const format = useFormat();
  return (
    <li className="relative flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <h3 className="leading-7 font-medium">
          <Link
            // If the branch does not deliver here, the product page would open at a different branch.
            to={
              offer.branch.delivers === false
                ? paths.branch(offer.branch.id)
                : `${paths.product(slug)}?branch_id=${offer.branch.id}`
            }
            look="cover"
          >
            <Isolate>{offer.branch.name}</Isolate>
          </Link>
        </h3>
        <BranchState branch={offer.branch} available={offer.available} />
      </div>
      <Price size="sm" price={format.price(offer.price, currency, grams)} />
    </li>
  );
}

/** The facts to compare branches by: whether one delivers here, and how soon. */
function BranchState({ branch, available }: { branch: BranchCard; available: boolean }) {
  const { t } = useTranslation();
  const closed = useClosed()(branch);
  const soon = useSoon()(branch);
  if (branch.delivers === false) {
    return <p className="text-sm leading-6 text-trouble-text">{t("branches:not_here")}</p>;
  }
  return (
    <p className="text-sm leading-6 text-muted">
      {!available ? t("catalog:gone") : (closed ?? soon)}
    </p>
  );
}
