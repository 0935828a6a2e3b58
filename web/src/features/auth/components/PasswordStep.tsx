import { type FormEvent, useState } from "react";
import type { User } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { useTranslation } from "../../../lib/translation";
import { signInByPassword } from "../../../shop/signIn/api";
import { isMobile, phoneDigits } from "../../../shop/signIn/model";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";
import { PhoneField, type PhoneFieldProps } from "./PhoneField";

export interface PasswordStepProps extends Omit<PhoneFieldProps, "error"> {
  onBack: () => void;
  onForgot: () => void;
  onDone: (token: string, user: User | null) => void;
}

/** The second way in, for those who set a password. */
export function PasswordStep({ onBack, onForgot, onDone, ...field }: PasswordStepProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAction();
  const phoneError =
    phoneDigits(field.phone) === ""
      ? t("auth:required")
      : isMobile(field.code, field.phone)
        ? undefined
        : t("auth:phone_invalid");

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (phoneError || password === "") return;
    await run(async () => {
      const answer = await signInByPassword(field.code, phoneDigits(field.phone), password);
      if (answer.token) onDone(answer.token, answer.user);
    });
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <PhoneField {...field} error={tried ? phoneError : undefined} />
      <TextInput
        label={t("auth:password")}
        type="password"
        required
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
        error={tried && password === "" ? t("auth:required") : undefined}
      />
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" wide loading={busy} loadingLabel={t("auth:checking")}>
        {t("auth:sign_in")}
      </Button>
      <Button variant="quiet" wide onClick={onForgot}>
        {t("auth:forgot")}
      </Button>
      <Button variant="quiet" wide onClick={onBack}>
        {t("auth:with_code")}
      </Button>
    </form>
  );
}
