import { download } from "../../../../api/download";
import type { Invoice } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";
import { invoicePath } from "../api";

/** The invoice as a PDF, in the language and digits of the page. */
export function InvoiceDownload({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const { lang, figures } = useScope();
  const { busy, problem, run } = useAction();
  async function get() {
    await run(async () => {
      await download(invoicePath(invoice.order_id, lang, figures), `${invoice.number}.pdf`);
    });
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
