import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Failure } from "../../../../ui/Failure";

/** The end of a message form: the error, if any, and the send button. */
export function SendButton({ failure, busy }: { failure: unknown; busy: boolean }) {
  const { t } = useTranslation("support");
  return (
    <>
      <Failure of={failure} />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        loading={busy}
        loadingLabel={t("sending")}
      >
        {t("send")}
      </Button>
    </>
  );
}
