import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { toasts } from "../../../../backoffice/toasts";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Select } from "../../../../ui/Select";
import { districtPaths, governoratesQuery, showDistricts } from "./api";

const ConfirmDialog = lazy(() => import("../../../../ui/ConfirmDialog"));

type Show = Parameters<typeof showDistricts>[0]["show"];

/** Shows or hides the areas of a governorate, or of the whole country, at once. */
export function ShowAreas() {
  const { t } = useTranslation("areas");
  const client = useQueryClient();
  const action = useAction();
  const governorates = useQuery(governoratesQuery(useScope())).data ?? [];
  const [governorate, setGovernorate] = useState("");
  const [asked, setAsked] = useState<Show | null>(null);
  const apply = (show: Show) =>
    action.run(async () => {
      const { shown, hidden } = await showDistricts({ show, governorate });
      setAsked(null);
      toasts.show({ text: t("show_done", { shown, hidden }), tone: "success" });
      await client.invalidateQueries({
        predicate: ({ queryKey }) => districtPaths.test(String(queryKey[0])),
      });
    });
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold">{t("show_bulk")}</h2>
      <Select
        label={t("governorate")}
        value={governorate}
        onValueChange={setGovernorate}
        options={[
          { value: "", label: t("show_everywhere") },
          ...governorates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {(["served", "all", "none"] as const).map((show) => (
          <Button key={show} size="sm" onClick={() => setAsked(show)}>
            {t(`show_${show}`)}
          </Button>
        ))}
      </div>
      {asked && (
        <Suspense>
          <ConfirmDialog
            open
            title={t(`show_${asked}`)}
            text={action.problem ?? t(`show_${asked}_text`)}
            confirmLabel={t("show_apply")}
            cancelLabel={t("show_cancel")}
            busy={action.busy}
            onConfirm={() => void apply(asked)}
            onCancel={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}
