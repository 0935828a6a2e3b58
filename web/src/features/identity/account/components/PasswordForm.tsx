import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CodeSent, User } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { changePassword, profileQuery, sendPasswordCode } from "../../../../shop/account/api";
import { type Method, methodsOf } from "../../../../shop/signIn/api";
import { CodeEntry } from "../../../../shop/signIn/CodeEntry";
import { noPasswords, wrongPasswords } from "../../../../shop/signIn/model";
import { NewPassword } from "../../../../shop/signIn/NewPassword";
import { useHeldBack } from "../../../../shop/signIn/useHeldBack";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { callingCode } from "../profile";

/**
 * Sets the first password or changes it, after a proof by the current one or by a code to the phone. It signs other
 * devices out.
 */
export function PasswordForm({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const had = user.has_password;
  const form = useFields({ current_password: "", ...noPasswords }, (values) => {
    const { password, password_confirmation } = wrongPasswords(values);
    return {
      current_password: had && values.current_password === "" ? t("required") : undefined,
      password: password && t(`auth:${password}`),
      password_confirmation: password_confirmation && t(`auth:${password_confirmation}`),
    };
  });
  const [code, setCode] = useState<{ sent: CodeSent; at: number } | null>(null);
  const [done, setDone] = useState<string | null>(null);

  async function save(proof: { current_password: string } | { code: string }) {
    const { password, password_confirmation } = form.values;
    const message = await changePassword({ ...proof, password, password_confirmation });
    setDone(message);
    client.setQueryData(profileQuery(scope).queryKey, (now) =>
      now ? { ...now, has_password: true } : now,
    );
  }
  async function sendCode() {
    const [method = "sms"] = await methodsOf(callingCode(user.phone)).catch((): Method[] => []);
    setCode({ sent: await sendPasswordCode(method), at: Date.now() });
  }
  const [codeFailure, setCodeFailure] = useState<unknown>(null);
  const held = useHeldBack(codeFailure);
  // A code is a proof too, whatever is typed as the current password.
  const byCode = form.submit(sendCode, {
    only: ["password", "password_confirmation"],
    failed: setCodeFailure,
  });
  const byPassword = form.submit(() => save({ current_password: form.values.current_password }));
  if (done !== null) {
    return (
      <Notice
        tone="success"
        live
        action={
          <ButtonLink size="sm" to={paths.profile}>
            {t("title")}
          </ButtonLink>
        }
      >
        {done}
      </Notice>
    );
  }
  if (code) {
    return (
      <Card className="flex flex-col items-center gap-2">
        <CodeEntry
          key={code.at}
          sent={code.sent}
          where={
            <>
              {t("password_code_sent")} <Ltr>{format.phone(user.phone)}</Ltr>
            </>
          }
          onCode={(typed) => save({ code: typed })}
          onResend={sendCode}
        />
        <Button onClick={() => setCode(null)}>{t("password_back")}</Button>
      </Card>
    );
  }
  return (
    <Card>
      <form
        ref={form.ref}
        onSubmit={had ? byPassword : byCode}
        noValidate
        className="flex flex-col gap-5"
      >
        <p className="text-muted text-pretty">
          {t(had ? "password_change_text" : "password_first_text")}
        </p>
        {had && (
          <TextInput
            {...form.field("current_password")}
            label={t("current_password")}
            type="password"
            required
            autoComplete="current-password"
          />
        )}
        <NewPassword field={form.field} />
        <Failure of={form.elsewhere} />
        <Button
          type="submit"
          variant="primary"
          wide
          loading={form.busy}
          loadingLabel={t("saving")}
          disabled={!had && held}
        >
          {t(had ? "change_password" : "password_send_code")}
        </Button>
        {had && (
          <Button
            variant="plain"
            className="self-center"
            disabled={held}
            onClick={() => void byCode()}
          >
            {t("password_by_code")}
          </Button>
        )}
      </form>
    </Card>
  );
}
