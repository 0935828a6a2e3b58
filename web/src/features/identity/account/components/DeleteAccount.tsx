import { useState } from "react";
import type { CodeSent, User } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { endSession } from "../../../../lib/session";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { deleteAccount, sendDeleteCode, whatKeepsAccount } from "../../../../shop/account/api";
import { type Method, methodsOf } from "../../../../shop/signIn/api";
import { CodeEntry } from "../../../../shop/signIn/CodeEntry";
import { useHeldBack } from "../../../../shop/signIn/useHeldBack";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { callingCode } from "../profile";

type Step =
  | { name: "closed" | "asked" | "password" }
  | { name: "code"; sent: CodeSent; at: number };

/**
 * Deletes the account: asks twice, requires the password or a code, and is refused with the reason while something is
 * open.
 */
export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const [step, setStep] = useState<Step>({ name: "closed" });
  const [kept, setKept] = useState<string | null>(null);
  const form = useFields({ password: "" });
  const { busy, run, forget } = form;
  const { password } = form.values;
  const [codeFailure, setCodeFailure] = useState<unknown>(null);
  const held = useHeldBack(codeFailure);

  /** Shows what prevents the deletion before asking the customer for anything. */
  async function begin() {
    const reason = await whatKeepsAccount();
    setKept(reason);
    if (reason === null) setStep({ name: "asked" });
  }
  async function sendCode() {
    const [method = "sms"] = await methodsOf(callingCode(user.phone)).catch((): Method[] => []);
    setStep({ name: "code", sent: await sendDeleteCode(method), at: Date.now() });
  }
  async function leave(proof: { password: string } | { code: string }) {
    await deleteAccount(proof);
    endSession();
  }
  const cancel = () => {
    setStep({ name: "closed" });
    forget();
  };
  return (
    <Card as="section" className="flex flex-col items-start gap-4">
      <h2 className="text-lg font-semibold">{t("delete")}</h2>
      <p className="text-muted text-pretty">{t("delete_text")}</p>
      {step.name === "closed" && (
        <Button icon="trash" loading={busy} onClick={() => void run(begin)}>
          {t("delete_begin")}
        </Button>
      )}
      {step.name === "asked" && (
        <Notice tone="warning" live title={t("delete_sure")} className="self-stretch">
          <p>{t("delete_final")}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {user.has_password && (
              <Button
                size="sm"
                variant="danger"
                onClick={() => setStep({ name: "password" })}
                disabled={busy}
              >
                {t("delete_by_password")}
              </Button>
            )}
            <Button
              size="sm"
              variant={user.has_password ? "quiet" : "danger"}
              loading={busy}
              disabled={held}
              onClick={() => void run(sendCode, { failed: setCodeFailure })}
            >
              {t("delete_by_code")}
            </Button>
            <Button size="sm" onClick={cancel} disabled={busy}>
              {t("delete_keep")}
            </Button>
          </div>
        </Notice>
      )}
      {step.name === "password" && (
        <form
          ref={form.ref}
          onSubmit={form.submit(() => leave({ password }))}
          noValidate
          className="flex w-full flex-col items-start gap-4"
        >
          <TextInput
            {...form.field("password")}
            label={t("current_password")}
            type="password"
            required
            autoFocus
            autoComplete="current-password"
            className="self-stretch"
          />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="danger"
              loading={busy}
              disabled={!busy && password === ""}
            >
              {t("delete_now")}
            </Button>
            <Button onClick={cancel}>{t("delete_keep")}</Button>
          </div>
        </form>
      )}
      {step.name === "code" && (
        <div className="flex w-full flex-col items-center gap-2">
          <CodeEntry
            key={step.at}
            sent={step.sent}
            where={
              <>
                {t("delete_code_sent")} <Ltr>{format.phone(user.phone)}</Ltr>
              </>
            }
            onCode={(code) => leave({ code })}
            onResend={sendCode}
          />
          <Button onClick={cancel}>{t("delete_keep")}</Button>
        </div>
      )}
      {kept !== null && (
        <Notice tone="warning" live title={t("delete_waits")} className="self-stretch">
          {kept}
        </Notice>
      )}
      <Failure of={form.elsewhere} />
    </Card>
  );
}
