import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { TextArea } from "../../../../../ui/TextArea";
import { longestNote } from "../../model";
import { type ConsoleQuotation, quotationQuery, turnDown } from "../api";

/** Ends a request that the branch cannot fulfil; the customer receives the reason. */
export function TurnDown({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useFields({ note: "" }, ({ note }) => ({
    note: note.trim() === "" ? t("reason_needed") : undefined,
  }));
  const { queryKey } = quotationQuery(scope, quotation.id);

  async function send() {
    const body = { note: form.values.note.trim(), expected_seq: quotation.event_seq };
    client.setQueryData(queryKey, await turnDown(quotation.id, body));
  }
  if (!open) {
    return (
      <Button variant="plain" wide className="text-trouble-text" onClick={() => setOpen(true)}>
        {t("turn_down")}
      </Button>
    );
  }
  return (
    <Card>
      <form
        ref={form.ref}
        onSubmit={form.submit(send, {
          leaves: true,
          failed: () => void client.invalidateQueries({ queryKey }),
        })}
        noValidate
        className="flex flex-col gap-3"
      >
        <TextArea
          {...form.field("note")}
          label={t("turn_down_why")}
          required
          maxLength={longestNote}
          dir="auto"
        />
        <Failure of={form.elsewhere} />
        <Button type="submit" variant="danger" wide loading={form.busy}>
          {t("turn_down_send")}
        </Button>
        <Button wide onClick={() => setOpen(false)}>
          {t("back")}
        </Button>
      </form>
    </Card>
  );
}
