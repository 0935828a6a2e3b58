import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { TextArea } from "../../../../ui/TextArea";
import { longestNote } from "../../model";
import { type ConsoleQuotation, quotationQuery, turnDown } from "../api";

/** Ends a request the branch cannot answer; the customer is told why. */
export function TurnDown({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAction();
  const { queryKey } = quotationQuery(scope, quotation.id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (note.trim() === "") return;
    await run(
      async () => {
        const body = { note: note.trim(), expected_seq: quotation.event_seq };
        client.setQueryData(queryKey, await turnDown(quotation.id, body));
      },
      {
        leaves: true,
        failed: () => {
          void client.invalidateQueries({ queryKey });
        },
      },
    );
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
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
        <TextArea
          label={t("turn_down_why")}
          required
          value={note}
          onValueChange={setNote}
          maxLength={longestNote}
          error={tried && note.trim() === "" ? t("reason_needed") : undefined}
          dir="auto"
        />
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
        <Button type="submit" variant="danger" wide loading={busy}>
          {t("turn_down_send")}
        </Button>
        <Button wide onClick={() => setOpen(false)}>
          {t("back")}
        </Button>
      </form>
    </Card>
  );
}
