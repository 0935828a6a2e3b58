import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { CodeSent, User } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { changePassword, profileQuery, sendPasswordCode } from "../../../shop/account/api";
import { type Method, methodsOf } from "../../../shop/signIn/api";
import { CodeEntry } from "../../../shop/signIn/CodeEntry";
import { noPasswords, type Passwords, wrongPasswords } from "../../../shop/signIn/model";
import { NewPassword } from "../../../shop/signIn/NewPassword";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Failure } from "../../../ui/Failure";
import { Ltr } from "../../../ui/Ltr";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";
import { callingCode } from "../profile";

/**
 * The first password, or another in its place: shown to be one's own by the present one or by a
 * code to the phone. Other devices are signed out by it.
 */
export function PasswordForm({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const had = user.has_password;
  const [current, setCurrent] = useState("");
  const [passwords, setPasswords] = useState<Passwords>(noPasswords);
  const [tried, setTried] = useState(false);
  const { busy, failure, run: act } = useAction();
  const [code, setCode] = useState<{ sent: CodeSent; at: number } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const refused = failure instanceof ApiError ? failure : null;
  const inField = ["current_password", "password", "password_confirmation"].some((one) =>
    refused?.field(one),
  );

  async function save(proof: { current_password: string } | { code: string }) {
    const message = await changePassword({ ...proof, ...passwords });
    setDone(message);
    client.setQueryData(profileQuery(scope).queryKey, (now) =>
      now ? { ...now, has_password: true } : now,
    );
  }
  async function sendCode() {
    const [method = "sms"] = await methodsOf(callingCode(user.phone)).catch((): Method[] => []);
    setCode({ sent: await sendPasswordCode(method), at: Date.now() });
  }
  async function run(action: () => Promise<void>) {
    setTried(true);
    if (Object.keys(wrongPasswords(passwords)).length > 0) return;
    await act(action);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!had) void run(sendCode);
    else if (current === "") setTried(true);
    else void run(() => save({ current_password: current }));
  }
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
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p className="text-muted text-pretty">
          {t(had ? "password_change_text" : "password_first_text")}
        </p>
        {had && (
          <TextInput
            label={t("current_password")}
            type="password"
            required
            autoComplete="current-password"
            value={current}
            onValueChange={setCurrent}
            error={
              refused?.field("current_password") ??
              (tried && current === "" ? t("required") : undefined)
            }
          />
        )}
        <NewPassword
          value={passwords}
          onChange={setPasswords}
          tried={tried}
          refused={(field) => refused?.field(field)}
        />
        {!inField && <Failure of={failure} />}
        <Button type="submit" variant="primary" wide loading={busy} loadingLabel={t("saving")}>
          {t(had ? "change_password" : "password_send_code")}
        </Button>
        {had && (
          <Button variant="plain" className="self-center" onClick={() => void run(sendCode)}>
            {t("password_by_code")}
          </Button>
        )}
      </form>
    </Card>
  );
}
