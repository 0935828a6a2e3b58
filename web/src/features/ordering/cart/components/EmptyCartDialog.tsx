import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";

export interface EmptyCartDialogProps {
  /** Repeats the addition; the cart of the other branch is parked. */
  accept: () => void;
  close: () => void;
}

/** "Empty Cart?": the one refusal that is shown as a question. */
export default function EmptyCartDialog({ accept, close }: EmptyCartDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={close}
      title={t("cart:conflict_title")}
      closeLabel={t("cart:conflict_keep")}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button
            variant="primary"
            wide
            className="sm:flex-1"
            onClick={() => {
              close();
              accept();
            }}
          >
            {t("cart:conflict_accept")}
          </Button>
          <Button wide autoFocus onClick={close} className="sm:flex-1">
            {t("cart:conflict_keep")}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t("cart:conflict_text")}</p>
    </Dialog>
  );
}
