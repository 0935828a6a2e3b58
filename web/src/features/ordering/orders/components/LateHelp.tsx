import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Order } from "../../../../api/types";
import { useNow } from "../../../../lib/now";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ticketsList } from "../../../../shop/support/tickets";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { minutesLate, whoKnows } from "../model";

const LateReport = part(() => import("./LateReport"));

/** Help with a late order: call the courier or the branch, and report it to customer service. */
export function LateHelp({ order }: { order: Order }) {
  const { t } = useTranslation();
  const late = minutesLate(order, useNow());
  const asked = (itemsOf(useInfiniteQuery(ticketsList(useScope()))) ?? []).find(
    (ticket) => ticket.order?.id === order.id && ticket.state !== "closed",
  );
  const [told, setTold] = useState<number | null>(null);
  const known = whoKnows(order);

  return (
    <>
      {known && (
        <ButtonLink to={`tel:${known.phone}`} variant="primary" icon="phone" size="sm">
          {t(`orders:call_${known.who}`)}
        </ButtonLink>
      )}
      {asked ? (
        <ButtonLink to={paths.ticket(asked.id)} icon="help" size="sm">
          {t("orders:late_asked")}
        </ButtonLink>
      ) : (
        <Button
          // It is the primary action if there is no number to call.
          variant={known ? "quiet" : "primary"}
          icon="help"
          size="sm"
          onClick={() => setTold(late)}
        >
          {t("orders:late_report")}
        </Button>
      )}
      {told !== null && (
        <Suspense>
          <LateReport order={order} late={told} close={() => setTold(null)} />
        </Suspense>
      )}
    </>
  );
}
