import { useState } from "react";
import { errorText } from "../../../../api/errors";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";

/** Deletes something for good, after asking. */
export function Delete({
  what,
  refused,
  onDelete,
}: {
  /** Its name, for the question. */
  what: string;
  /** Why it cannot be deleted as it is. */
  refused?: string | undefined;
  onDelete: () => Promise<void>;
}) {
  const { t } = useTranslation("content");
  const { t: all } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useAction();
  if (refused !== undefined) return <p className="text-sm text-muted">{refused}</p>;

  async function remove() {
    await run(
      async () => {
        await onDelete();
      },
      {
        failed: () => {
          setAsking(false);
        },
      },
    );
  }
  return (
    <>
      {failure !== null && (
        <p role="alert" className="text-sm text-trouble-text">
          {errorText(failure, all, { inPlace: true })}
        </p>
      )}
      <Button variant="plain" icon="trash" onClick={() => setAsking(true)}>
        {t("delete")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("delete_title", { what })}
        text={t("delete_text")}
        confirmLabel={t("delete")}
        cancelLabel={t("keep")}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
