import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Icon } from "../../../../ui/Icon";
import { ListAction } from "../../../../ui/ListAction";
import { Ltr } from "../../../../ui/Ltr";
import { type Returnable, returnableQuery } from "../api";
import { deadlinesOf, shareOf } from "../model";
import { useDeadlineText } from "../useDeadlineText";

/** One of the first actions of a delivered order: requesting a return, and its deadline. */
export function ReturnFirst({ order }: { order: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: offer } = useQuery(returnableQuery(useScope(), order));
  if (!offer?.can_return) return null;
  const { possible, all } = shareOf(offer);
  return (
    <>
      <ButtonLink to={paths.returnOrder(order)} icon="undo" size="sm">
        {t("returns:ask_title")}
      </ButtonLink>
      <div className="order-last flex basis-full items-start gap-2 text-muted">
        <Icon name="clock" size={18} className="mt-0.5" />
        <div className="flex flex-col gap-1.5 text-sm">
          {possible < all && (
            <p className="font-medium">
              {t("returns:some_possible", { count: possible, all: format.number(all) })}
            </p>
          )}
          <Deadlines offer={offer} />
        </div>
      </div>
    </>
  );
}

/** On a delivered order's page: its returns, or the reason why nothing can be returned. */
export function ReturnOffer({ order }: { order: string }) {
  const { data: offer } = useQuery(returnableQuery(useScope(), order));
  if (!offer) return null;
  return (
    <>
      {offer.returns.map((one) => (
        <ListAction key={one.id} to={paths.returnOrderOf(one.id)} icon="undo">
          <Ltr>{one.number}</Ltr>{" "}
          <span className="text-sm font-normal text-muted">{one.state_label}</span>
        </ListAction>
      ))}
      {!offer.can_return && offer.why_not && (
        <p className="px-4 py-3 text-sm text-muted">{offer.why_not}</p>
      )}
    </>
  );
}

/** The number of products that are named; the others are counted. */
const named = 2;

/** The deadlines; if products have different ones, each deadline names its products, the nearest first. */
function Deadlines({ offer }: { offer: Returnable }) {
  const { t } = useTranslation();
  const format = useFormat();
  const until = useDeadlineText();
  const deadlines = deadlinesOf(offer);
  if (deadlines.length < 2) {
    return deadlines.map((one) => (
      <p key="" className="text-sm text-muted">
        {until(one)}
      </p>
    ));
  }
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {deadlines.map((one) => {
        const rest = one.names.length - named;
        return (
          <li key={`${one.asNew} ${one.faulty}`}>
            <span className="block font-medium">
              <Words>{format.list(one.names.slice(0, named), t("returns:comma"))}</Words>
              {rest > 0 && ` ${t("orders:and_more", { count: rest })}`}
            </span>
            <span className="block text-muted">{until(one)}</span>
          </li>
        );
      })}
    </ul>
  );
}
