import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Link } from "../../../ui/Link";
import { Ltr } from "../../../ui/Ltr";
import { returnableQuery } from "../api";

/** On a delivered order's page: give something back, until when, or why not; what was asked for. */
export function ReturnOffer({ order }: { order: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: offer } = useQuery(returnableQuery(useScope(), order));
  if (!offer) return null;
  return (
    <div className="flex flex-col gap-2">
      {offer.can_return ? (
        <>
          <ButtonLink to={paths.returnOrder(order)} icon="undo" wide>
            {t("returns:ask_title")}
          </ButtonLink>
          {offer.until && (
            <p className="text-sm text-muted">
              {t("returns:until", { when: format.dayTime(Date.parse(offer.until)) })}
            </p>
          )}
        </>
      ) : (
        offer.why_not && <p className="text-sm text-muted">{offer.why_not}</p>
      )}
      {offer.returns.map((one) => (
        <p key={one.id} className="text-sm">
          <Link to={paths.returnOrderOf(one.id)} className="inline-flex min-h-11 items-center">
            <Ltr>{one.number}</Ltr>
          </Link>{" "}
          <span className="text-muted">{one.state_label}</span>
        </p>
      ))}
    </div>
  );
}
