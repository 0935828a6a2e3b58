import { type FormEvent, useId, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { Notice } from "../../../../ui/Notice";
import { TextArea } from "../../../../ui/TextArea";
import { decide } from "../api";

/** Lets an invitation pass or refuses it; refusing wants a reason. */
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
  const form = useId();
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAction();
  const missing = !approve && note.trim() === "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missing) return;
    await run(
      async () => {
        onDone(await decide(id, approve, note.trim()));
      },
      { leaves: true },
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(approve ? "approve_title" : "refuse_title")}
      closeLabel={t("close")}
      footer={
        <Button
          type="submit"
          form={form}
          variant={approve ? "primary" : "danger"}
          wide
          loading={busy}
        >
          {t(approve ? "approve" : "refuse")}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-pretty">{t(approve ? "approve_text" : "refuse_text")}</p>
        <TextArea
          label={t("note")}
          required={!approve}
          optionalLabel={approve ? t("note_optional") : undefined}
          value={note}
          onValueChange={setNote}
          maxLength={500}
          rows={3}
          error={tried && missing ? t("note_needed") : undefined}
        />
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
