import { useState } from "react";
import { download } from "../../../../api/download";
import type { Quotation } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";
import { documentPath } from "../api";

/** The current offer as a PDF, in either language. */
export function DocumentButton({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const { lang, figures } = useScope();
  const { busy, problem, run } = useAction();
  const [wanted, setWanted] = useState("");
  const get = (language: string) =>
    run(() => {
      setWanted(language);
      return download(documentPath(quotation.id, language, figures), `${quotation.number}.pdf`);
    });
  const other = lang === "ar" ? "en" : "ar";
  return (
    <div className="flex flex-col gap-2">
      <Button icon="note" wide loading={busy && wanted === lang} onClick={() => void get(lang)}>
        {t("quotations:pdf")}
      </Button>
      <Button
        variant="plain"
        wide
        loading={busy && wanted === other}
        onClick={() => void get(other)}
      >
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
