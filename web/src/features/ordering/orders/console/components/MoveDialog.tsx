import { useId } from "react";
import { useFields } from "../../../../../api/useFields";
import { writeFigures } from "../../../../../lib/format/figures";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { Chip } from "../../../../../ui/Chip";
import { CodeInput } from "../../../../../ui/CodeInput";
import { Dialog } from "../../../../../ui/Dialog";
import { TextArea } from "../../../../../ui/TextArea";
import type { Move } from "../api";
import { isDrastic } from "../model";
import type { Movable } from "../useMove";

/** The number of digits of the code that a customer gives at the door. */
const pinLength = 4;
/** The maximum length of a reason. */
const longest = 500;

/** Frequent reasons, by the move's target: one tap instead of typing. */
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
  /** The label of the move. */
  name: string;
  onClose: () => void;
  /** Rejects with an error if the input is wrong; otherwise the dialog closes. */
  onSubmit: (words: { reason?: string; pin?: string }) => Promise<void>;
}

/** Asks for the input that a move requires: a reason, or the customer's PIN. */
export default function MoveDialog({ order, move, name, onClose, onSubmit }: MoveDialogProps) {
  const { t } = useTranslation("orders");
  const { figures } = useScope();
  const id = useId();
  const form = useFields({ reason: "", pin: "" }, ({ reason, pin }) => ({
    reason: move.needs_reason && reason.trim() === "" ? t("reason_required") : undefined,
    pin: move.needs_pin && pin.length < pinLength ? t("pin_required") : undefined,
  }));
  const { reason } = form.values;
  const listed = usual[move.to] ?? [];

  const say = (pin: string) => () =>
    onSubmit({
      // A listed reason is sent as its code: the customer reads a different wording.
      ...(move.needs_reason
        ? { reason: listed.find((one) => reason === t(`reason_${one}`)) ?? reason.trim() }
        : {}),
      ...(move.needs_pin ? { pin } : {}),
    });
  const after = { leaves: true, failed: () => form.put({ pin: "" }) };
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
            form={id}
            variant={isDrastic(move) ? "danger" : "primary"}
            wide
            loading={form.busy}
            loadingLabel={t("moving")}
          >
            <Isolate>{name}</Isolate>
          </Button>
          <Button wide onClick={onClose}>
            {t("back")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form.ref}
        onSubmit={form.submit(say(form.values.pin), after)}
        noValidate
        className="flex flex-col gap-5"
      >
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
                    onPress={() => form.set({ reason: text })}
                  />
                );
              })}
            </fieldset>
            <TextArea
              {...form.field("reason")}
              label={t("reason_words")}
              hint={t("reason_hint")}
              required
              maxLength={longest}
            />
          </>
        )}
        {move.needs_pin && (
          <CodeInput
            {...form.field("pin")}
            label={t("pin")}
            hint={t("pin_hint")}
            required
            autoFocus={!move.needs_reason}
            length={pinLength}
            onValueChange={(pin) => {
              form.set({ pin });
              form.forget();
            }}
            onComplete={(pin) => void form.submit(say(pin), { ...after, only: ["reason"] })()}
            format={(figure) => writeFigures(figure, figures)}
            error={form.problem ?? form.error("pin")}
          />
        )}
      </form>
    </Dialog>
  );
}
