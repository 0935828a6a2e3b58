import { download } from "../../../../api/download";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";

/** Downloads all of the shop's data about the customer as one file. */
export function DownloadData() {
  const { t } = useTranslation("profile");
  const { busy, problem, run } = useAction();
  return (
    <Card as="section" className="flex flex-col items-start gap-4">
      <h2 className="text-lg font-semibold">{t("data")}</h2>
      <p className="text-muted text-pretty">{t("data_text")}</p>
      <Button
        icon="note"
        loading={busy}
        onClick={() => void run(() => download("/user/data", "wekala-data.json"))}
      >
        {t("data_download")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </Card>
  );
}
