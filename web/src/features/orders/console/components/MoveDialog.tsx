import { type FormEvent, useId, useState } from "react";
import { writeFigures } from "../../../../lib/format/figures";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Chip } from "../../../../ui/Chip";
import { CodeInput } from "../../../../ui/CodeInput";
import { Dialog } from "../../../../ui/Dialog";
import { TextArea } from "../../../../ui/TextArea";
import type { Move } from "../api";
import { isDrastic } from "../model";
import type { Movable } from "../useMove";

/** Figures of the code a customer says at the door. */
const pinLength = 4;
/** Letters a reason may have. */
const longest = 500;

/** Reasons that are given all day, by where the move leads: one tap instead of typing. */
const usual: Partial<Record<Move["to"], readonly string[]>> = {
  rejected: ["out_of_stock", "too_busy", "closing", "address"],
  cancelled: ["asked", "no_answer", "duplicate"],
  on_hold: ["ask_customer", "stock_check", "address"],
  shipped: ["no_answer", "postponed", "address"],
  in_return: ["refused", "no_answer", "damaged"],
  delivered: ["keeps"],
};

export interface MoveDialogProps {
  order: Movable;
  move: Move;
  /** What the move is called. */
  name: string;
  onClose: () => void;
  /** Answers what is wrong with what was said, null when the dialog may go. */
  onSubmit: (words: { reason?: string; pin?: string }) => Promise<string | null>;
}

/** Asks for what a move needs to be told: why, or the customer's PIN. */
export default function MoveDialog({ order, move, name, onClose, onSubmit }: MoveDialogProps) {
  const { t } = useTranslation("orders");
  const { figures } = useScope();
  const form = useId();
  const [reason, setReason] = useState("");
  const [pin, setPin] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const listed = usual[move.to] ?? [];
  const lacksReason = move.needs_reason && reason.trim() === "";
  const lacksPin = move.needs_pin && pin.length < pinLength;

  async function send(code: string) {
    setTried(true);
    setProblem(null);
    if (lacksReason || (move.needs_pin && code.length < pinLength)) return;
    setBusy(true);
    const wrong = await onSubmit({
      // A reason of the list goes by its name: the customer reads it in other words.
      ...(move.needs_reason
        ? { reason: listed.find((one) => reason === t(`reason_${one}`)) ?? reason.trim() }
        : {}),
      ...(move.needs_pin ? { pin: code } : {}),
    });
    if (wrong === null) return;
    setBusy(false);
    setProblem(wrong);
    setPin("");
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void send(pin);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("dialog_title", { move: name, number: order.number })}
      closeLabel={t("close")}
      size="sm"
      footer={
        <>
          <Button
            type="submit"
            form={form}
            variant={isDrastic(move) ? "danger" : "primary"}
            wide
            loading={busy}
            loadingLabel={t("moving")}
          >
            {name}
          </Button>
          <Button wide onClick={onClose}>
            {t("back")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {move.needs_reason && (
          <>
            <fieldset className="flex flex-wrap gap-2">
              <legend className="mb-2 font-medium">{t("reason")}</legend>
              {listed.map((one) => {
                const text = t(`reason_${one}`);
                return (
                  <Chip
                    key={one}
                    label={text}
                    selected={reason === text}
                    onPress={() => setReason(text)}
                  />
                );
              })}
            </fieldset>
            <TextArea
              label={t("reason_words")}
              hint={t("reason_hint")}
              required
              maxLength={longest}
              value={reason}
              onValueChange={setReason}
              error={tried && lacksReason ? t("reason_required") : undefined}
            />
          </>
        )}
        {move.needs_pin && (
          <CodeInput
            label={t("pin")}
            hint={t("pin_hint")}
            required
            autoFocus={!move.needs_reason}
            length={pinLength}
            value={pin}
            onValueChange={(value) => {
              setPin(value);
              setProblem(null);
            }}
            onComplete={(code) => void send(code)}
            format={(figure) => writeFigures(figure, figures)}
            error={problem ?? (tried && lacksPin && !busy ? t("pin_required") : undefined)}
          />
        )}
      </form>
    </Dialog>
  );
}
