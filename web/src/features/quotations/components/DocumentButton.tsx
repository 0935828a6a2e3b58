import { useState } from "react";
import { download } from "../../../api/download";
import { errorText } from "../../../api/errors";
import type { Quotation } from "../../../api/types";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { documentPath } from "../api";

/** The current offer as a PDF, in either language. */
export function DocumentButton({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const { lang, figures } = useScope();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function get(language: string) {
    setBusy(language);
    setProblem(null);
    try {
      await download(documentPath(quotation.id, language, figures), `${quotation.number}.pdf`);
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
    }
    setBusy(null);
  }
  const other = lang === "ar" ? "en" : "ar";
  return (
    <div className="flex flex-col gap-2">
      <Button icon="note" wide loading={busy === lang} onClick={() => void get(lang)}>
        {t("quotations:pdf")}
      </Button>
      <Button variant="plain" wide loading={busy === other} onClick={() => void get(other)}>
        {t(other === "ar" ? "quotations:pdf_ar" : "quotations:pdf_en")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </div>
  );
}
