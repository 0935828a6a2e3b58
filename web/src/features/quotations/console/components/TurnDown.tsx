import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "../../../../api/errors";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { TextArea } from "../../../../ui/TextArea";
import { longestNote } from "../../model";
import { type ConsoleQuotation, quotationQuery, turnDown } from "../api";

/** Ends a request the branch cannot answer; the shopper is told why. */
export function TurnDown({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const { t: all } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { queryKey } = quotationQuery(scope, quotation.id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (note.trim() === "") return;
    setBusy(true);
    try {
      const body = { note: note.trim(), expected_seq: quotation.event_seq };
      client.setQueryData(queryKey, await turnDown(quotation.id, body));
    } catch (error) {
      setProblem(errorText(error, all, { inPlace: true }));
      setBusy(false);
      void client.invalidateQueries({ queryKey });
    }
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
