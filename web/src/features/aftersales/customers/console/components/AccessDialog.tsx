import { useId } from "react";
import { ApiError } from "../../../../../api/errors";
import { useFields } from "../../../../../api/useFields";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Failure } from "../../../../../ui/Failure";
import { TextArea } from "../../../../../ui/TextArea";
import { type AccessStep, type Customer, changeAccess } from "../api";

const words = {
  block: { title: "block_title", text: "block_text", button: "block" },
  unblock: { title: "unblock_title", text: "unblock_text", button: "unblock" },
  "end-sessions": { title: "end_sessions", text: "end_sessions_text", button: "end_sessions" },
} as const;

/** Asks for a confirmation and for the reason, which the activity log stores. */
export default function AccessDialog({
  customer,
  step,
  onClose,
  onMoved,
  onDone,
}: {
  customer: Customer;
  step: AccessStep;
  onClose: () => void;
  /** Called if somebody else changed the customer meanwhile. */
  onMoved: () => void;
  onDone: (message: string) => void;
}) {
  const { t } = useTranslation("customers");
  const formId = useId();
  const form = useFields({ reason: "", message: "" }, ({ reason }) => ({
    reason: reason.trim() === "" ? t("reason_needed") : undefined,
  }));
  const send = async () => onDone(await changeAccess(customer, step, form.values));
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) onMoved();
  };
  const { title, text, button } = words[step];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(title)}
      closeLabel={t("close")}
      footer={
        <Button
          type="submit"
          form={formId}
          variant={step === "block" ? "danger" : "primary"}
          wide
          loading={form.busy}
        >
          {t(button)}
        </Button>
      }
    >
      <form
        id={formId}
        ref={form.ref}
        onSubmit={form.submit(send, { leaves: true, failed })}
        noValidate
        className="flex flex-col gap-4"
      >
        <p className="text-pretty">{t(text)}</p>
        <TextArea
          {...form.field("reason")}
          label={t("reason")}
          hint={t("reason_hint")}
          required
          maxLength={200}
          rows={3}
        />
        {step === "block" && (
          <TextArea
            {...form.field("message")}
            label={t("block_message")}
            hint={t("block_message_hint")}
            maxLength={200}
            rows={3}
          />
        )}
        <Failure of={form.elsewhere} />
      </form>
    </Dialog>
  );
}
