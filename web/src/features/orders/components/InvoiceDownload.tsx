import { useState } from "react";
import { download } from "../../../api/download";
import { errorText } from "../../../api/errors";
import type { Invoice } from "../../../api/types";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { invoicePath } from "../api";

/** The invoice as a PDF, in the language and figures of the page. */
export function InvoiceDownload({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const { lang, figures } = useScope();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function get() {
    setBusy(true);
    setProblem(null);
    try {
      await download(invoicePath(invoice.order_id, lang, figures), `${invoice.number}.pdf`);
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
    }
    setBusy(false);
  }
  return (
    <>
      <Button variant="primary" icon="note" loading={busy} onClick={() => void get()}>
        {t("orders:invoice_pdf")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </>
  );
}
