import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { TextInput } from "../../../../ui/TextInput";
import { cancelOrder, orderQuery, ordersList } from "../api";

const reasons = ["mistake", "change", "slow", "else"] as const;

export interface CancelDialogProps {
  id: string;
  number: string;
  /** Something was paid, and will be refunded. */
  paid: boolean;
  close: () => void;
}

/** Confirms a cancellation, and asks for the reason, which the branch receives. */
export default function CancelDialog({ id, number, paid, close }: CancelDialogProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const { busy, problem, run } = useAction();

  async function cancel() {
    const said =
      reason === null ? "" : reason === "else" ? words.trim() : t(`orders:why_${reason}`);
    await run(
      async () => {
        const order = await cancelOrder(id, said);
        client.setQueryData(orderQuery(scope, id).queryKey, order);
        void client.invalidateQueries({ queryKey: ordersList(scope).queryKey });
        close();
      },
      {
        leaves: true,
        failed: () => {
          // The order may have progressed too far meanwhile: the page shows its current state.
          void client.invalidateQueries({ queryKey: orderQuery(scope, id).queryKey });
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t("orders:cancel_title", { number })}
      closeLabel={t("orders:cancel_keep")}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button
            variant="danger"
            wide
            loading={busy}
            onClick={() => void cancel()}
            className="sm:flex-1"
          >
            {t("orders:cancel_confirm")}
          </Button>
          <Button wide autoFocus disabled={busy} onClick={close} className="sm:flex-1">
            {t("orders:cancel_keep")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t(paid ? "orders:cancel_text_paid" : "orders:cancel_text")}</p>
        <RadioGroup
          label={t("orders:cancel_why")}
          value={reason}
          onValueChange={setReason}
          options={reasons.map((one) => ({ value: one, label: t(`orders:why_${one}`) }))}
        />
        {reason === "else" && (
          <TextInput
            label={t("orders:why_words")}
            value={words}
            onValueChange={setWords}
            maxLength={200}
            dir="auto"
          />
        )}
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
