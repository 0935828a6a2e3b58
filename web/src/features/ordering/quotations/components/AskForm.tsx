import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { useNavigate } from "../../../../lib/history";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { type AskBody, askQuotation, quotationQuery, quotationsList } from "../api";
import { longestCompany, longestNote, taxNumberFits } from "../model";

/** The note, the company and the send button, which requests for a cart and for a list share. */
export function AskForm({
  lines,
  firstWrong,
  onRefused,
}: {
  lines: () => AskBody | null;
  /** The first field with an invalid quantity: nothing is sent, and the field gets the focus. */
  firstWrong: () => HTMLElement | undefined;
  onRefused?: () => void;
}) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [empty, setEmpty] = useState(false);
  const keys = useTryKey();
  const form = useFields({ note: "", company_name: "", tax_number: "" }, ({ tax_number }) => ({
    tax_number: taxNumberFits(tax_number) ? undefined : t("quotations:tax_wrong"),
  }));

  async function ask(what: AskBody) {
    const typed = Object.entries(form.values).map(([name, value]) => [name, value.trim()] as const);
    const body = { ...what, ...Object.fromEntries(typed.filter(([, value]) => value !== "")) };
    const made = await askQuotation(body, keys.of(body));
    client.setQueryData(quotationQuery(scope, made.id).queryKey, made);
    void client.invalidateQueries({ queryKey: quotationsList(scope).queryKey });
    navigate(paths.quotation(made.id), { replace: true });
  }
  function failed(failure: unknown) {
    keys.answered(failure);
    onRefused?.();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const field = firstWrong();
    if (field) {
      field.focus();
      return;
    }
    const what = lines();
    setEmpty(what === null);
    if (what === null) form.forget();
    else void form.submit(() => ask(what), { leaves: true, failed })();
  }
  return (
    <Card as="section" aria-label={t("quotations:details")}>
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Section title={t("quotations:details")} className="gap-5">
          <TextArea
            {...form.field("note")}
            label={t("quotations:note")}
            optionalLabel={t("quotations:optional")}
            hint={t("quotations:note_hint")}
            maxLength={longestNote}
            dir="auto"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput
              {...form.field("company_name")}
              label={t("quotations:company")}
              optionalLabel={t("quotations:optional")}
              maxLength={longestCompany}
              autoComplete="organization"
              dir="auto"
            />
            <TextInput
              {...form.field("tax_number")}
              label={t("quotations:tax_number")}
              optionalLabel={t("quotations:optional")}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              dir="ltr"
            />
          </div>
          {empty ? (
            <Notice tone="trouble" live>
              {t("quotations:nothing_on_it")}
            </Notice>
          ) : (
            <Failure of={form.elsewhere} />
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            wide
            loading={form.busy}
            loadingLabel={t("quotations:sending")}
          >
            {t("quotations:send")}
          </Button>
        </Section>
      </form>
    </Card>
  );
}
