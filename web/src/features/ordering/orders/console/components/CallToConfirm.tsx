import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../../../api/errors";
import { useFields } from "../../../../../api/useFields";
import { toasts } from "../../../../../backoffice/toasts";
import { writeFigures } from "../../../../../lib/format/figures";
import { useNow } from "../../../../../lib/now";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { Card } from "../../../../../ui/Card";
import { Countdown } from "../../../../../ui/Countdown";
import { Failure } from "../../../../../ui/Failure";
import { Icon } from "../../../../../ui/Icon";
import { TextInput } from "../../../../../ui/TextInput";
import { type ConsoleOrder, confirmCall, isBoardKey, orderQuery } from "../api";
import { clockLeft } from "../model";

type Call = NonNullable<ConsoleOrder["call"]>;

/** How long the call can be made before the order is cancelled automatically. */
export function CallBy({ until }: { until: string }) {
  const { t } = useTranslation("orders");
  const { figures } = useScope();
  const now = useNow();
  return (
    <p className="flex items-center gap-1.5 text-sm font-medium">
      <Icon name="clock" size={18} />
      <span>
        {t("call_within")}{" "}
        <Countdown
          until={Date.parse(until)}
          now={now}
          className="font-semibold tabular-nums"
          format={(seconds) => writeFigures(clockLeft(seconds), figures)}
        />
      </span>
    </p>
  );
}

export function CallLink({ phone }: { phone: string }) {
  const { t } = useTranslation("orders");
  const format = useFormat();
  return (
    <ButtonLink to={`tel:${phone}`} icon="phone" variant="soft" size="sm" className="self-start">
      {t("call", { phone: format.phone(phone) })}
    </ButtonLink>
  );
}

/**
 * An order that continues once the customer gives the code by phone: the number to call, and the field for the code.
 */
export function CallToConfirm({ order, call }: { order: ConsoleOrder; call: Call }) {
  const { t } = useTranslation("orders");
  const scope = useScope();
  const client = useQueryClient();
  const form = useFields({ code: "" }, ({ code }) => ({
    code: code.trim() === "" ? t("call_code_required") : undefined,
  }));
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: orderQuery(scope, order.id).queryKey }),
      client.invalidateQueries({ predicate: ({ queryKey }) => isBoardKey(queryKey) }),
    ]);
  const confirm = form.submit(async () => {
    try {
      const { message } = await confirmCall(order.id, form.values.code);
      toasts.show({ tone: "success", text: message });
      await refresh();
    } catch (error) {
      // The call can no longer confirm the order: shows the order's new state, and the reason as a toast.
      if (error instanceof ApiError && error.status === 409) {
        toasts.show({ tone: "trouble", text: error.message });
        await refresh();
        return;
      }
      throw error;
    }
  });
  return (
    <Card as="section" aria-label={t("call_title")} className="flex flex-col gap-3 print:hidden">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="phone" className="text-go-text" />
        {t("call_title")}
      </h2>
      <p className="text-pretty">{t("call_text")}</p>
      <CallBy until={call.until} />
      <CallLink phone={call.phone} />
      {order.moves.length > 0 && (
        <form ref={form.ref} onSubmit={confirm} noValidate className="flex flex-col gap-3">
          <TextInput
            {...form.field("code")}
            label={t("call_code")}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={8}
            required
            className="max-w-48"
          />
          <Button
            type="submit"
            variant="primary"
            icon="check"
            loading={form.busy}
            loadingLabel={t("call_confirming")}
            className="self-start"
          >
            {t("call_confirm")}
          </Button>
          <Failure of={form.elsewhere} />
        </form>
      )}
    </Card>
  );
}
