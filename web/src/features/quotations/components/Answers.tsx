import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import type { Quotation } from "../../../api/types";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { TextArea } from "../../../ui/TextArea";
import { type Answer, answerQuotation, quotationQuery, quotationsList } from "../api";
import { longestNote } from "../model";

/** What can be said to an offer, or to a request that still waits. */
export function Answers({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"change" | "decline" | null>(null);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState<Answer["kind"] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, can_accept: canAccept, can_change: canChange, can_decline: canDecline } = quotation;
  const version = quotation.offer?.version ?? 0;
  const { queryKey } = quotationQuery(scope, id);

  async function say(answer: Answer) {
    setBusy(answer.kind);
    setProblem(null);
    try {
      client.setQueryData(queryKey, await answerQuotation(id, answer));
      setAsking(null);
      void client.invalidateQueries({ queryKey: quotationsList(scope).queryKey });
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
      // Somebody was faster: the page shows what there is now.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey });
    }
    setBusy(null);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const words = note.trim();
    if (asking === "change" && words !== "") void say({ kind: "change", version, note: words });
    if (asking === "decline")
      void say({ kind: "decline", ...(words === "" ? {} : { note: words }) });
  }
  function ask(what: typeof asking) {
    setAsking(what);
    setNote("");
    setTried(false);
    setProblem(null);
  }
  if (!canAccept && !canChange && !canDecline) return null;
  return (
    <section aria-label={t("quotations:answers")} className="flex flex-col gap-3">
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {asking === null ? (
        <>
          {canAccept && (
            <Button
              variant="primary"
              size="lg"
              icon="check"
              wide
              loading={busy === "accept"}
              loadingLabel={t("quotations:accepting")}
              onClick={() => void say({ kind: "accept", version })}
            >
              {t("quotations:accept")}
            </Button>
          )}
          {canChange && (
            <Button icon="chat" wide onClick={() => ask("change")}>
              {t("quotations:change")}
            </Button>
          )}
          {canDecline && (
            <Button
              variant="plain"
              wide
              className="text-trouble-text"
              onClick={() => ask("decline")}
            >
              {t(canAccept ? "quotations:decline" : "quotations:withdraw")}
            </Button>
          )}
        </>
      ) : (
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <TextArea
            label={t(asking === "change" ? "quotations:change_what" : "quotations:decline_why")}
            value={note}
            onValueChange={setNote}
            maxLength={longestNote}
            required={asking === "change"}
            optionalLabel={asking === "decline" ? t("quotations:optional") : undefined}
            error={
              tried && asking === "change" && note.trim() === ""
                ? t("quotations:change_needed")
                : undefined
            }
            dir="auto"
            autoFocus
          />
          <div className="flex flex-col gap-2 sm:flex-row">
            <Button
              type="submit"
              variant={asking === "decline" ? "danger" : "primary"}
              loading={busy !== null}
              wide
            >
              {t(
                asking === "change"
                  ? "quotations:change_send"
                  : canAccept
                    ? "quotations:decline_send"
                    : "quotations:withdraw_send",
              )}
            </Button>
            <Button wide onClick={() => ask(null)}>
              {t("quotations:back")}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
