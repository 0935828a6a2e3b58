import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import { useNavigate } from "../../../lib/history";
import { newKey } from "../../../lib/newKey";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { TextArea } from "../../../ui/TextArea";
import { TextInput } from "../../../ui/TextInput";
import { type AskBody, askQuotation, quotationQuery, quotationsList } from "../api";
import { longestCompany, longestNote, taxNumberFits } from "../model";

/** The note, the company, and sending it: the part that cart and list have in common. */
export function AskForm({ lines }: { lines: () => AskBody | null }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [note, setNote] = useState("");
  const [company, setCompany] = useState("");
  const [tax, setTax] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  // A try that got no answer is repeated with its key, so that it is never asked twice.
  const [attempt, setAttempt] = useState<{ body: string; key: string } | null>(null);
  const taxWrong = !taxNumberFits(tax);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    setWrong(null);
    const what = lines();
    if (what === null) {
      setProblem(t("quotations:nothing_on_it"));
      return;
    }
    if (taxWrong) return;
    const text = { note: note.trim(), company_name: company.trim(), tax_number: tax.trim() };
    const body: AskBody = {
      ...what,
      ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== "")),
    };
    const written = JSON.stringify(body);
    const key = attempt?.body === written ? attempt.key : newKey();
    setAttempt({ body: written, key });
    setBusy(true);
    try {
      const made = await askQuotation(body, key);
      client.setQueryData(quotationQuery(scope, made.id).queryKey, made);
      void client.invalidateQueries({ queryKey: quotationsList(scope).queryKey });
      navigate(paths.quotation(made.id), { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) {
        setAttempt(null);
        if (error.field("tax_number") || error.field("note") || error.field("company_name")) {
          setWrong(error);
          return;
        }
      }
      setProblem(errorText(error, t, { inPlace: true }));
    }
  }
  return (
    <Card as="section" aria-label={t("quotations:details")}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Section title={t("quotations:details")} className="gap-5">
          <TextArea
            label={t("quotations:note")}
            optionalLabel={t("quotations:optional")}
            hint={t("quotations:note_hint")}
            value={note}
            onValueChange={setNote}
            maxLength={longestNote}
            error={wrong?.field("note") ?? undefined}
            dir="auto"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput
              label={t("quotations:company")}
              optionalLabel={t("quotations:optional")}
              value={company}
              onValueChange={setCompany}
              maxLength={longestCompany}
              autoComplete="organization"
              error={wrong?.field("company_name") ?? undefined}
              dir="auto"
            />
            <TextInput
              label={t("quotations:tax_number")}
              optionalLabel={t("quotations:optional")}
              value={tax}
              onValueChange={setTax}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              error={
                wrong?.field("tax_number") ??
                (tried && taxWrong ? t("quotations:tax_wrong") : undefined)
              }
              dir="ltr"
            />
          </div>
          {problem && (
            <Notice tone="trouble" live>
              {problem}
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            wide
            loading={busy}
            loadingLabel={t("quotations:sending")}
          >
            {t("quotations:send")}
          </Button>
        </Section>
      </form>
    </Card>
  );
}
