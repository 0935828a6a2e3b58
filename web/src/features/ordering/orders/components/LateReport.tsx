import { useId } from "react";
import type { Order } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { useNavigate } from "../../../../lib/history";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { openTicket } from "../../../../shop/support/tickets";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { Failure } from "../../../../ui/Failure";
import { TextArea } from "../../../../ui/TextArea";
import { useLateMessage } from "../useLateMessage";

export interface LateReportProps {
  order: Pick<Order, "id" | "number" | "promised_at">;
  /** The delay in minutes when the dialog opens: the text stays as the customer read it. */
  late: number;
  close: () => void;
}

/** A report of a late order to customer service, prefilled so that the customer can edit and send it. */
export default function LateReport({ order, late, close }: LateReportProps) {
  const { t } = useTranslation();
  const message = useLateMessage();
  const navigate = useNavigate();
  const formId = useId();
  const keys = useTryKey();
  const form = useFields(
    () => ({
      text: message(order, late),
    }),
    ({ text }) => ({ text: text.trim() === "" ? t("support:required") : undefined }),
  );

  async function send() {
    const body = {
      category: "delivery",
      order_id: order.id,
      subject: t("orders:late_subject"),
      text: form.values.text,
      photos: [],
    };
    const ticket = await openTicket(body, keys.of(body));
    navigate(paths.ticket(ticket.id));
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t("orders:late_report")}
      closeLabel={t("orders:late_close")}
      size="sm"
      footer={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          wide
          loading={form.busy}
          loadingLabel={t("orders:late_reporting")}
        >
          {t("support:send")}
        </Button>
      }
    >
      <form
        id={formId}
        ref={form.ref}
        onSubmit={form.submit(send, { leaves: true, failed: keys.answered })}
        noValidate
        className="flex flex-col gap-4"
      >
        <TextArea
          {...form.field("text")}
          label={t("support:text")}
          hint={t("orders:late_sends")}
          required
          maxLength={4000}
        />
        <Failure of={form.elsewhere} />
      </form>
    </Dialog>
  );
}
