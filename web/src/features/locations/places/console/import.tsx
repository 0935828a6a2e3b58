import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { FileButton } from "../../../../backoffice/FileButton";
import { toasts } from "../../../../backoffice/toasts";
import { definePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { BackLink } from "../../../../ui/BackLink";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { FieldError } from "../../../../ui/Field";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { districtPaths, type ImportedDistricts, sendDistricts } from "./api";

/** The names that a file's columns are recognised by. */
const columns = [
  "governorate",
  "name_en",
  "name_ar",
  "aliases",
  "lat",
  "lng",
  "outline",
  "radius",
  "shown",
] as const;
const tones = { added: "good", changed: "offer", same: "neutral", refused: "trouble" } as const;

/** Imports areas from a file: a preview shows the result line by line first. */
function ImportPage() {
  const { t } = useTranslation("areas");
  const { t: kit } = useTranslation("backoffice");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<ImportedDistricts | null>(null);
  const { busy, problem, errorOf, run, forget } = useAction();

  function chosen(next: File) {
    if (busy) return;
    forget();
    setLooked(null);
    setFile(next);
    void run(async () => setLooked(await sendDistricts("check", next)));
  }
  const save = () =>
    run(async () => {
      if (!file) return;
      setLooked(await sendDistricts("import", file));
      void client.invalidateQueries({
        predicate: ({ queryKey }) => districtPaths.test(String(queryKey[0])),
      });
      toasts.show({ text: t("imported"), tone: "success" });
    });
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4">
      <BackLink to="/districts">{t("title")}</BackLink>
      <h1 className="text-2xl font-bold">{t("import")}</h1>
      <Card className="flex flex-col items-start gap-3">
        <p className="text-pretty">{t("import_text")}</p>
        <p className="text-sm text-muted text-pretty">{t("import_columns")}</p>
        <Ltr className="block max-w-full font-mono text-sm wrap-anywhere">{columns.join(", ")}</Ltr>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx"
          label={t("import_choose")}
          onFile={chosen}
          variant={looked ? "quiet" : "primary"}
          icon="plus"
          loading={busy && looked === null}
          loadingLabel={t("import_reading")}
        />
        <FieldError id="import-error" error={errorOf("body") || problem || undefined} />
      </Card>
      {looked && file && (
        <Looked name={file.name} looked={looked} busy={busy} onSave={() => void save()} />
      )}
      <ToastRegion toasts={toasts} label={kit("messages")} closeLabel={kit("close")} />
    </div>
  );
}

function Looked({
  name,
  looked,
  busy,
  onSave,
}: {
  name: string;
  looked: ImportedDistricts;
  busy: boolean;
  onSave: () => void;
}) {
  const { t } = useTranslation("areas");
  const { t: kit } = useTranslation("backoffice");
  const { list, number } = useFormat();
  const { added, changed, same, refused, saved, rows, ignored } = looked;
  return (
    <Card as="section" aria-label={name} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">
        <bdi className="break-all">{name}</bdi>
      </h2>
      <p role="status" className="flex flex-wrap gap-2">
        {Object.entries({ added, changed, same, refused }).map(([what, count]) => (
          <Badge key={what} tone={count > 0 ? tones[what as keyof typeof tones] : "neutral"}>
            {t(`row_${what}`)}: {number(count)}
          </Badge>
        ))}
      </p>
      {ignored.length > 0 && (
        <Notice tone="warning">
          {t("import_ignored", { names: list(ignored, kit("comma")) })}
        </Notice>
      )}
      {saved ? (
        <Notice tone="success">{t("imported")}</Notice>
      ) : added + changed > 0 ? (
        <Button
          variant="primary"
          className="self-start"
          loading={busy}
          loadingLabel={t("import_reading")}
          onClick={onSave}
        >
          {t("import_save", { count: added + changed })}
        </Button>
      ) : (
        <Notice>{t("import_nothing")}</Notice>
      )}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.line} className="flex flex-col gap-1 py-3">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="font-medium wrap-anywhere">{row.name || t("unnamed")}</bdi>
              <span className="text-sm text-muted">
                <bdi>{row.governorate}</bdi> · {t("line", { line: number(row.line) })}
              </span>
              <span className="ms-auto">
                <Badge tone={tones[row.what]}>{t(`row_${row.what}`)}</Badge>
              </span>
            </span>
            {row.problems.map((problem) => (
              <span key={problem} className="text-sm text-trouble-text text-pretty">
                {problem}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("areas:import"), noIndex: true }),
  Component: ImportPage,
});
