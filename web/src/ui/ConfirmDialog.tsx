import { Isolate } from "../lib/words";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The confirmed action cannot be undone. */
  danger?: boolean;
  /** The request is under way: nothing can be pressed. */
  busy?: boolean;
}

/** One question with two answers; the harmless one has the focus. Load it with React.lazy. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  danger = false,
  busy = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      closeLabel={cancelLabel}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button
            variant={danger ? "danger" : "primary"}
            wide
            loading={busy}
            onClick={onConfirm}
            className="sm:flex-1"
          >
            {confirmLabel}
          </Button>
          <Button wide disabled={busy} autoFocus onClick={onCancel} className="sm:flex-1">
            {cancelLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted text-pretty">
        <Isolate>{text}</Isolate>
      </p>
    </Dialog>
  );
}

export default ConfirmDialog;
