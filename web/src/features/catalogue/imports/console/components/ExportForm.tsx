import { useFields } from "../../../../../api/useFields";
import { BranchSelect } from "../../../../../backoffice/BranchSelect";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { Select } from "../../../../../ui/Select";
import { exportFile } from "../api";

interface Wish {
  what: "products" | "prices";
  kind: "csv" | "xlsx";
  branch: string;
}

/** The catalogue as a file that can be imported again. */
export function ExportForm() {
  const { t } = useTranslation("imports");
  const form = useFields<Wish>({ what: "products", kind: "xlsx", branch: "" });
  const { what, kind, branch } = form.values;
  return (
    <Card>
      <form
        className="flex flex-col gap-3"
        ref={form.ref}
        onSubmit={form.submit(() => exportFile(what, kind, branch))}
      >
        <h2 className="text-lg font-semibold">{t("export_title")}</h2>
        <p className="text-muted">{t("export_text")}</p>
        <Select
          label={t("export_what")}
          value={what}
          onValueChange={(value) => form.set({ what: value === "prices" ? "prices" : "products" })}
          options={(["products", "prices"] as const).map((value) => ({
            value,
            label: t(`export_${value}`),
          }))}
        />
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={(branch) => form.set({ branch })}
        />
        <Select
          label={t("export_kind")}
          value={kind}
          onValueChange={(value) => form.set({ kind: value === "csv" ? "csv" : "xlsx" })}
          options={[
            { value: "xlsx", label: t("export_xlsx") },
            { value: "csv", label: t("export_csv") },
          ]}
        />
        <Failure of={form.elsewhere} />
        <Button
          type="submit"
          icon="external"
          loading={form.busy}
          loadingLabel={t("exporting")}
          className="self-start"
        >
          {t("export")}
        </Button>
      </form>
    </Card>
  );
}
