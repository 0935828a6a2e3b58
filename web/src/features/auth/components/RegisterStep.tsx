import { type FormEvent, useState } from "react";
import { errorText } from "../../../api/errors";
import type { User } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { forgetInvitation, keptInvitation } from "../../../lib/kept";
import { useTranslation } from "../../../lib/translation";
import { register } from "../../../shop/signIn/api";
import { isEmail, isPassword, wrongName } from "../../../shop/signIn/model";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";

export interface RegisterStepProps {
  ticket: string;
  /** The ticket can no longer be used: the phone is verified anew. */
  onExpired: () => void;
  onDone: (token: string, user: User | null) => void;
}

/** A name is all we need; e-mail and password are for those who want them. */
export function RegisterStep({ ticket, onExpired, onDone }: RegisterStepProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [invitation, setInvitation] = useState(() => keptInvitation() ?? "");
  const [tried, setTried] = useState(false);
  const { busy, failure, errorOf, run } = useAction();

  const badName = wrongName(name);
  const wrong = {
    name: badName ? t(`auth:${badName.key}`, badName.values) : undefined,
    email:
      email.trim() !== "" && !isEmail(email.trim())
        ? t("auth:email_format", { email: "name@example.com" })
        : undefined,
    password: password !== "" && !isPassword(password) ? t("auth:password_pattern") : undefined,
  };
  const error = (field: "name" | "email" | "password") =>
    (tried ? wrong[field] : undefined) ?? errorOf(field);
  const inField = ["name", "email", "password"].some((one) => errorOf(one));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (wrong.name || wrong.email || wrong.password) return;
    await run(async () => {
      const answer = await register({
        registration_ticket: ticket,
        name: name.trim(),
        ...(email.trim() ? { email: email.trim() } : {}),
        ...(password ? { password } : {}),
        ...(invitation.trim() ? { referral_code: invitation.trim() } : {}),
      });
      forgetInvitation();
      if (answer.token) onDone(answer.token, answer.user);
    });
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted text-pretty">{t("auth:register_intro")}</p>
      <TextInput
        label={t("auth:name")}
        required
        autoComplete="name"
        autoFocus
        value={name}
        onValueChange={setName}
        error={error("name")}
      />
      <TextInput
        label={t("auth:email")}
        optionalLabel={t("auth:optional")}
        type="email"
        autoComplete="email"
        value={email}
        onValueChange={setEmail}
        error={error("email")}
      />
      <TextInput
        label={t("auth:new_password")}
        optionalLabel={t("auth:optional")}
        hint={t("auth:password_hint")}
        type="password"
        autoComplete="new-password"
        value={password}
        onValueChange={setPassword}
        error={error("password")}
      />
      <TextInput
        label={t("auth:invitation")}
        optionalLabel={t("auth:optional")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        value={invitation}
        onValueChange={setInvitation}
        maxLength={40}
      />
      {failure !== null && !inField && (
        <Notice
          tone="trouble"
          live
          action={
            errorOf("registration_ticket") ? (
              <Button size="sm" onClick={onExpired}>
                {t("auth:again")}
              </Button>
            ) : undefined
          }
        >
          {errorText(failure, t, { inPlace: true })}
        </Notice>
      )}
      <Button type="submit" variant="primary" wide loading={busy} loadingLabel={t("auth:checking")}>
        {t("auth:register")}
      </Button>
    </form>
  );
}
