import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import type { Order } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { useNavigate } from "../../../lib/history";
import { useNow } from "../../../lib/now";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { openTicket, ticketsList } from "../../../shop/support/tickets";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Notice } from "../../../ui/Notice";
import { minutesLate, whoKnows } from "../model";

/** What can be done about a late order: call the courier or the branch, and tell customer service with one press. */
export function LateHelp({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const late = minutesLate(order, useNow());
  const asked = (itemsOf(useInfiniteQuery(ticketsList(useScope()))) ?? []).find(
    (ticket) => ticket.order?.id === order.id && ticket.state !== "closed",
  );
  const report = useAction();
  const known = whoKnows(order);

  async function tell() {
    const ticket = await openTicket({
      category: "delivery",
      order_id: order.id,
      subject: t("orders:late_subject"),
      text: t("orders:late_message", {
        number: order.number,
        duration: format.duration(late),
        time: format.dayTime(Date.parse(order.promised_at)),
      }),
      photos: [],
    });
    navigate(paths.ticket(ticket.id));
  }

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
          // The one way there is where nobody can be called.
          variant={known ? "quiet" : "primary"}
          icon="help"
          size="sm"
          loading={report.busy}
          loadingLabel={t("orders:late_reporting")}
          onClick={() => void report.run(tell, { leaves: true })}
        >
          {t("orders:late_report")}
        </Button>
      )}
      {report.problem !== null && (
        <div className="order-last w-full">
          <Notice tone="trouble" live>
            {report.problem}
          </Notice>
        </div>
      )}
    </>
  );
}
