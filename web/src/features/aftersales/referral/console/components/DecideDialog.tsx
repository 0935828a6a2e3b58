import { useId } from "react";
import { useFields } from "../../../../../api/useFields";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Failure } from "../../../../../ui/Failure";
import { TextArea } from "../../../../../ui/TextArea";
import { decide } from "../api";

/** Approves or refuses an invitation; refusing requires a reason. */
export default function DecideDialog({
  id,
  approve,
  onClose,
  onDone,
}: {
  id: string;
  approve: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const { t } = useTranslation("referrals");
  const formId = useId();
  const form = useFields({ note: "" }, ({ note }) => ({
    note: !approve && note.trim() === "" ? t("note_needed") : undefined,
  }));
  const send = async () => onDone(await decide(id, approve, form.values.note.trim()));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(approve ? "approve_title" : "refuse_title")}
      closeLabel={t("close")}
      footer={
        <Button
          type="submit"
          form={formId}
          variant={approve ? "primary" : "danger"}
          wide
          loading={form.busy}
        >
          {t(approve ? "approve" : "refuse")}
        </Button>
      }
    >
      <form
        id={formId}
        ref={form.ref}
        onSubmit={form.submit(send, { leaves: true })}
        noValidate
        className="flex flex-col gap-4"
      >
        <p className="text-pretty">{t(approve ? "approve_text" : "refuse_text")}</p>
        <TextArea
          {...form.field("note")}
          label={t("note")}
          required={!approve}
          optionalLabel={approve ? t("note_optional") : undefined}
          maxLength={500}
          rows={3}
        />
        <Failure of={form.elsewhere} />
      </form>
    </Dialog>
  );
}
