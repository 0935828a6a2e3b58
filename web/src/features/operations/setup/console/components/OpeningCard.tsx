import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../../../api/errors";
import { useAction } from "../../../../../api/useAction";
import { toasts } from "../../../../../backoffice/toasts";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Dialog } from "../../../../../ui/Dialog";
import { Ltr } from "../../../../../ui/Ltr";
import { Notice } from "../../../../../ui/Notice";
import { TextArea } from "../../../../../ui/TextArea";
import { TextInput } from "../../../../../ui/TextInput";
import { type Opening, openingQuery, readCodes, saveOpening, setUpQuery } from "../api";
import { phonesIn } from "../model";

/** Whether the shop is open: first to a few invited phone numbers, then to everybody. */
export function OpeningCard({
  opening,
  ready,
  missing,
}: {
  opening: Opening;
  /** Nothing that is missing prevents orders. */
  ready: boolean;
  /** The text keys of the missing steps. */
  missing: readonly string[];
}) {
  const { t } = useTranslation("setup");
  const scope = useScope();
  const client = useQueryClient();
  const [phones, setPhones] = useState(opening.phones.join("\n"));
  const [asked, setAsked] = useState(false);
  const { busy, failure, problem, errorOf, run } = useAction();
  const wrong = phonesIn(phones).flatMap((phone, at) => {
    const why = errorOf(`phones.${at}`);
    return why ? [`${phone}: ${why}`] : [];
  });
  const phoneError = errorOf("phones") ?? wrong[0];

  async function become(state: Opening["state"]) {
    const worked = await run(async () => {
      const saved = await saveOpening({
        state,
        phones: state === "soft" ? phonesIn(phones) : [],
        version: opening.version,
      });
      client.setQueryData(openingQuery(scope).queryKey, saved);
      await client.invalidateQueries({ queryKey: setUpQuery(scope).queryKey });
    });
    setAsked(false);
    if (worked) toasts.show({ text: t(`now_${state}`), tone: "success" });
    else await client.invalidateQueries({ queryKey: openingQuery(scope).queryKey });
  }
  return (
    <Card as="section" aria-label={t("opening")} className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold">{t("opening")}</h2>
        <p className="text-sm text-muted text-pretty">
          {t(opening.state === "open" && !ready ? "opening_stops" : `opening_${opening.state}`)}
        </p>
      </div>
      {problem && !phoneError && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {opening.state !== "open" && (
        <>
          <TextArea
            label={t("phones")}
            hint={t("phones_hint")}
            value={phones}
            rows={4}
            dir="ltr"
            error={failure === null ? undefined : phoneError}
            onValueChange={setPhones}
          />
          {opening.way_in !== "" && (
            <TextInput
              label={t("way_in")}
              hint={t("way_in_hint")}
              value={opening.way_in}
              dir="ltr"
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
          {opening.state === "soft" && <Codes />}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {opening.state !== "open" && (
          <>
            <Button
              variant={ready ? "primary" : "quiet"}
              onClick={() => setAsked(true)}
              disabled={busy}
            >
              {t("open")}
            </Button>
            <Button loading={busy} loadingLabel={t("busy")} onClick={() => void become("soft")}>
              {t(opening.state === "soft" ? "soft_save" : "soft_begin")}
            </Button>
          </>
        )}
        {opening.state !== "setup" && (
          <Button
            variant="plain"
            loading={busy}
            loadingLabel={t("busy")}
            onClick={() => void become("setup")}
          >
            {t("close_again")}
          </Button>
        )}
      </div>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t("open_title")}
        closeLabel={t("not_yet")}
      >
        <div className="flex flex-col gap-4">
          <p>{t(missing.length > 0 ? "open_missing" : "open_text")}</p>
          {missing.length > 0 && (
            <ul className="list-disc ps-5">
              {missing.map((key) => (
                <li key={key}>{t(key)}</li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              loading={busy}
              loadingLabel={t("busy")}
              onClick={() => void become("open")}
            >
              {t("open_now")}
            </Button>
            <Button onClick={() => setAsked(false)}>{t("not_yet")}</Button>
          </div>
        </div>
      </Dialog>
    </Card>
  );
}

/** The sign-in codes of invited people, in case no message provider is set up or a message is late. */
function Codes() {
  const { t } = useTranslation("setup");
  const { t: all } = useTranslation();
  const [codes, setCodes] = useState<Awaited<ReturnType<typeof readCodes>> | null>(null);
  const { busy, failure, run } = useAction();
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        icon="eye"
        loading={busy}
        loadingLabel={t("busy")}
        onClick={() => void run(async () => setCodes(await readCodes()))}
      >
        {t("codes_read")}
      </Button>
      <p className="text-sm text-muted text-pretty">{t("codes_text")}</p>
      {failure !== null && (
        <Notice tone="trouble" live>
          {errorText(failure, all, { inPlace: true })}
        </Notice>
      )}
      <div aria-live="polite">
        {codes?.length === 0 && <p>{t("codes_none")}</p>}
        {codes && codes.length > 0 && (
          <ul className="flex flex-col gap-1">
            {codes.map(({ phone, code }) => (
              <li key={`${phone} ${code}`} className="flex gap-3">
                <Ltr>{phone}</Ltr>
                <strong className="tabular-nums">
                  <Ltr>{code}</Ltr>
                </strong>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
