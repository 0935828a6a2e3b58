import { useEffect, useRef } from "react";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { cartPath } from "../../../../shop/cart/model";
import { quotationOf } from "../../../../shop/checkoutSource";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Notice } from "../../../../ui/Notice";
import type { Refusal } from "../usePlace";

export interface RefusalNoticeProps {
  refusal: Refusal;
  service: string;
  /** The current total. */
  total: number;
  currency: string;
}

/** Why the order was not placed, and what to do next. It scrolls into view, because the button is far below it. */
export function RefusalNotice(props: RefusalNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is looked at anew.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [props.refusal]);
  return (
    <div ref={place}>
      <Why {...props} />
    </div>
  );
}

function Why({ refusal, service, total, currency }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (refusal.kind === "price" && refusal.agreed !== undefined && refusal.agreed !== total) {
    return (
      <Notice tone="warning" live title={t("checkout:price_changed")}>
        {t("checkout:price_changed_text", {
          was: format.money(refusal.agreed, currency),
          now: format.money(total, currency),
        })}
      </Notice>
    );
  }
  if (refusal.kind === "unanswered") {
    return (
      <Notice tone="trouble" live title={refusal.text}>
        {t("checkout:unanswered")}
      </Notice>
    );
  }
  return (
    <Notice
      tone="trouble"
      live
      title={refusal.text}
      action={<Next kind={refusal.kind} service={service} />}
    >
      {refusal.kind === "time" && t("checkout:choose_time")}
      {refusal.lines && refusal.lines.length > 0 && (
        <ul className="list-disc ps-5">
          {refusal.lines.map((line) => (
            <li key={line}>
              <Words>{line}</Words>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Next({ kind, service }: { kind: Refusal["kind"]; service: string }) {
  const { t } = useTranslation();
  if (kind === "orders") {
    return (
      <ButtonLink to={paths.myOrders} size="sm" icon="bag">
        {t("checkout:to_orders")}
      </ButtonLink>
    );
  }
  if (kind !== "cart" || quotationOf(service) !== null) return null;
  return (
    <ButtonLink to={cartPath(service)} size="sm" icon="cart">
      {t("checkout:to_cart")}
    </ButtonLink>
  );
}
