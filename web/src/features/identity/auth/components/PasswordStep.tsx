import type { SignedIn } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useTranslation } from "../../../../lib/translation";
import { signInByPassword } from "../../../../shop/signIn/api";
import { phoneDigits } from "../../../../shop/signIn/model";
import { Button } from "../../../../ui/Button";
import { Failure } from "../../../../ui/Failure";
import { TextInput } from "../../../../ui/TextInput";
import { useWrongPhone } from "../useWrongPhone";
import { PhoneField, type PhoneFieldProps } from "./PhoneField";

export interface PasswordStepProps extends Omit<PhoneFieldProps, "error"> {
  onBack: () => void;
  onForgot: () => void;
  onDone: (token: string, answer: SignedIn) => void;
}

/** Signing in by password, for customers who have set one. */
export function PasswordStep({ onBack, onForgot, onDone, ...field }: PasswordStepProps) {
  const { t } = useTranslation();
  const wrongPhone = useWrongPhone(field);
  const form = useFields({ phone: "", password: "" }, ({ password }) => ({
    phone: wrongPhone,
    password: password === "" ? t("auth:required") : undefined,
  }));

  async function signIn() {
    const { password } = form.values;
    const answer = await signInByPassword(field.code, phoneDigits(field.phone), password);
    if (answer.token) onDone(answer.token, answer);
  }
  return (
    <form ref={form.ref} onSubmit={form.submit(signIn)} noValidate className="flex flex-col gap-4">
      <PhoneField {...field} error={form.error("phone")} />
      <TextInput
        {...form.field("password")}
        label={t("auth:password")}
        type="password"
        required
        autoComplete="current-password"
      />
      <Failure of={form.elsewhere} />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={form.busy}
        loadingLabel={t("auth:checking")}
      >
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
