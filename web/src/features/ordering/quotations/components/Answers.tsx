import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../../api/errors";
import type { Quotation } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { BottomBar } from "../../../../ui/BottomBar";
import { Button } from "../../../../ui/Button";
import { Failure } from "../../../../ui/Failure";
import { TextArea } from "../../../../ui/TextArea";
import { useScrolledPast } from "../../../../ui/useScrolledPast";
import { type Answer, answerQuotation, quotationQuery, quotationsList } from "../api";
import { longestNote } from "../model";

/** The customer's answers to an offer, or to a request that is still waiting. */
export function Answers({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const [begun, setBegun] = useState<"change" | "decline" | null>(null);
  const { id, can_accept: canAccept, can_change: canChange, can_decline: canDecline } = quotation;
  // An update of the quotation keeps an answer that the customer is writing, unless it is no longer possible.
  const asking = (begun === "change" ? canChange : canDecline) ? begun : null;
  const form = useFields({ note: "" }, ({ note }) => ({
    note: asking === "change" && note.trim() === "" ? t("quotations:required") : undefined,
  }));
  const version = quotation.offer?.version ?? 0;
  const { queryKey } = quotationQuery(scope, id);

  const say = (answer: Answer) =>
    form.submit(
      async () => {
        client.setQueryData(queryKey, await answerQuotation(id, answer));
        setBegun(null);
        void client.invalidateQueries({ queryKey: quotationsList(scope).queryKey });
      },
      {
        // Another person was faster: show the current state.
        failed: (error) => {
          if (error instanceof ApiError) void client.invalidateQueries({ queryKey });
        },
      },
    );
  const note = form.values.note.trim();
  const words: Answer =
    asking === "change"
      ? { kind: "change", version, note }
      : { kind: "decline", ...(note === "" ? {} : { note }) };
  function ask(what: typeof asking) {
    setBegun(what);
    form.reset({ note: "" });
    form.forget();
  }
  const { past, button } = useScrolledPast();
  if (!canAccept && !canChange && !canDecline) return null;
  const accept = (
    <Button
      variant="primary"
      size="lg"
      icon="check"
      wide
      loading={form.busy}
      loadingLabel={t("quotations:accepting")}
      onClick={() => void say({ kind: "accept", version })()}
    >
      {t("quotations:accept")}
    </Button>
  );
  return (
    <section aria-label={t("quotations:answers")} className="flex flex-col gap-3">
      <Failure of={form.elsewhere} />
      {asking === null ? (
        <>
          {canAccept && <div ref={button}>{accept}</div>}
          {canAccept && past && quotation.offer && (
            <BottomBar label={t("quotations:offer_bar")} className="*:flex-wrap" phoneOnly>
              {/* The error is shown next to the pressed button. */}
              {form.elsewhere !== null && (
                <div className="w-full">
                  <Failure of={form.elsewhere} />
                </div>
              )}
              <p className="min-w-0 flex-1 text-lg font-semibold tabular-nums">
                <bdi>{format.money(quotation.offer.total, quotation.currency)}</bdi>
              </p>
              <div className="shrink-0">{accept}</div>
            </BottomBar>
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
        <form ref={form.ref} onSubmit={say(words)} noValidate className="flex flex-col gap-3">
          <TextArea
            {...form.field("note")}
            label={t(asking === "change" ? "quotations:change_what" : "quotations:decline_why")}
            maxLength={longestNote}
            required={asking === "change"}
            optionalLabel={asking === "decline" ? t("quotations:optional") : undefined}
            dir="auto"
            autoFocus
          />
          <div className="flex flex-col gap-2 sm:flex-row">
            <Button
              type="submit"
              variant={asking === "decline" ? "danger" : "primary"}
              loading={form.busy}
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
