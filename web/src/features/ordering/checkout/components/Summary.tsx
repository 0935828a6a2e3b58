import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { MinimumOrder } from "../../../../shop/cart/MinimumOrder";
import { cartPath } from "../../../../shop/cart/model";
import { Totals } from "../../../../shop/cart/Totals";
import { quotationOf } from "../../../../shop/checkoutSource";
import { ExtrasLine } from "../../../../shop/extras/ExtrasLine";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { VariantName } from "../../../../ui/VariantName";
import { type FilledQuote, has } from "../model";

export interface SummaryProps {
  quote: FilledQuote;
  service: string;
  changing: boolean;
}

/** The id of the summary on the page. */
export const summaryPlace = "order-summary";

/** Why the delivery fee is not known yet; undefined where it is. */
function useFeeNote({ problems, cart }: FilledQuote): string | undefined {
  const { t } = useTranslation();
  const problem = problems.find(({ code }) => ["not_delivered", "outside_zone"].includes(code));
  if (problem) return problem.message;
  return has({ problems }, "address_required") && !cart.branch?.delivers
    ? t("checkout:no_address")
    : undefined;
}

/** On phones, above the form: the items and the total, or the items' sum while the total is not known. */
export function SummaryLine({ quote, changing }: Omit<SummaryProps, "service">) {
  const { t } = useTranslation();
  const format = useFormat();
  const { cart, totals, steps } = quote;
  const known = useFeeNote(quote) === undefined;
  const step = steps.find(({ code }) => code === (known ? "total" : "items"));
  return (
    <Link
      to={`#${summaryPlace}`}
      look="plain"
      className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-card bg-card px-4 py-2 shadow-soft lg:hidden"
    >
      <Icon name="bag" size={24} className="shrink-0 text-muted" />
      <span className="min-w-24 flex-1 basis-0">
        <span dir="auto" className="block truncate font-medium">
          {cart.branch?.store.name}
        </span>{" "}
        <span className="text-sm text-muted">
          {t("cart:units", { count: cart.items_quantity })}
        </span>
      </span>{" "}
      <span aria-busy={changing} className={cx("shrink-0 text-end", changing && "opacity-60")}>
        <span className="block text-sm text-muted">{step?.label}</span>{" "}
        <bdi className="font-semibold tabular-nums">
          {format.money(step?.amount ?? totals.total, totals.currency)}
        </bdi>
      </span>
      <Icon name="chevron-down" className="shrink-0 text-muted" />
    </Link>
  );
}

/** The ordered items, the total and its parts, and anything that still prevents the order. */
export function Summary(props: SummaryProps) {
  const { quote, service, changing } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { cart } = quote;
  const ofCart = quotationOf(service) === null;
  const lines = cart.items.some((item) => item.order.problem !== null);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold">
          <Isolate>{cart.branch?.name}</Isolate>
        </p>
        {ofCart && (
          <Link to={cartPath(service)} className="inline-flex min-h-11 items-center">
            {t("checkout:edit_cart")}
          </Link>
        )}
      </div>
      <ul className="flex flex-col gap-1.5 text-sm">
        {cart.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-2.5">
            <Picture
              src={item.order.product.image.src}
              name={item.order.product.name}
              alt=""
              width={item.order.product.image.width}
              height={item.order.product.image.height}
              tint={item.order.product.tint}
              className="size-11 shrink-0 self-start"
            />
            <span className="min-w-28 flex-1 basis-0">
              <span className="text-muted">{`${format.amount(item.qty, item.order.unit_grams)} × `}</span>
              <Words>{item.order.product.name}</Words>
              <VariantName>{item.order.pack}</VariantName>
              <ExtrasLine extras={item.order.extras} />
              {item.note && (
                <span className="block text-muted">
                  <bdi>{item.note}</bdi>
                </span>
              )}
            </span>
            <bdi className="shrink-0 tabular-nums">
              {format.money(item.order.line_total, cart.currency)}
            </bdi>
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      <Totals
        steps={quote.steps}
        currency={quote.totals.currency}
        changing={changing}
        deliveryNote={useFeeNote(quote)}
      />
      {cart.missing_to_minimum > 0 && <MinimumOrder cart={cart} />}
      {lines && ofCart && (
        <p className="text-sm text-trouble-text">
          {t("basket:fix_lines")} <Link to={cartPath(service)}>{t("checkout:to_cart")}</Link>
        </p>
      )}
    </>
  );
}
