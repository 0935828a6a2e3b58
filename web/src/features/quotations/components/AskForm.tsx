import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAction } from "../../../api/useAction";
import { useTryKey } from "../../../api/useTryKey";
import { useNavigate } from "../../../lib/history";
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
  const [empty, setEmpty] = useState(false);
  const { busy, problem, errorOf, run, forget } = useAction();
  const keys = useTryKey();
  const taxWrong = !taxNumberFits(tax);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    forget();
    const what = lines();
    setEmpty(what === null);
    if (what === null || taxWrong) return;
    const text = { note: note.trim(), company_name: company.trim(), tax_number: tax.trim() };
    const body: AskBody = {
      ...what,
      ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== "")),
    };
    await run(
      async () => {
        const made = await askQuotation(body, keys.of(body));
        client.setQueryData(quotationQuery(scope, made.id).queryKey, made);
        void client.invalidateQueries({ queryKey: quotationsList(scope).queryKey });
        navigate(paths.quotation(made.id), { replace: true });
      },
      { leaves: true, failed: keys.answered },
    );
  }
  const beside = (["note", "company_name", "tax_number"] as const).some((field) => errorOf(field));
  const told = empty ? t("quotations:nothing_on_it") : beside ? null : problem;
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
            error={errorOf("note")}
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
              error={errorOf("company_name")}
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
                errorOf("tax_number") ?? (tried && taxWrong ? t("quotations:tax_wrong") : undefined)
              }
              dir="ltr"
            />
          </div>
          {told && (
            <Notice tone="trouble" live>
              {told}
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
