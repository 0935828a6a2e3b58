import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { BranchSelect } from "../../../../backoffice/BranchSelect";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { exportFile } from "../api";

/** The catalogue as a file that can be brought in again. */
export function ExportForm() {
  const { t } = useTranslation("imports");
  const [what, setWhat] = useState<"products" | "prices">("products");
  const [kind, setKind] = useState<"csv" | "xlsx">("xlsx");
  const [branch, setBranch] = useState("");
  const { busy, problem, run } = useAction();
  return (
    <Card>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => exportFile(what, kind, branch));
        }}
      >
        <h2 className="text-lg font-semibold">{t("export_title")}</h2>
        <p className="text-muted">{t("export_text")}</p>
        <Select
          label={t("export_what")}
          value={what}
          onValueChange={(value) => setWhat(value === "prices" ? "prices" : "products")}
          options={(["products", "prices"] as const).map((value) => ({
            value,
            label: t(`export_${value}`),
          }))}
        />
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={setBranch}
        />
        <Select
          label={t("export_kind")}
          value={kind}
          onValueChange={(value) => setKind(value === "csv" ? "csv" : "xlsx")}
          options={[
            { value: "xlsx", label: t("export_xlsx") },
            { value: "csv", label: t("export_csv") },
          ]}
        />
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
        <Button
          type="submit"
          icon="external"
          loading={busy}
          loadingLabel={t("exporting")}
          className="self-start"
        >
          {t("export")}
        </Button>
      </form>
    </Card>
  );
}
