import { errorText } from "../../../../api/errors";
import type { User } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { forgetInvitation, keptInvitation } from "../../../../lib/kept";
import { useTranslation } from "../../../../lib/translation";
import { register } from "../../../../shop/signIn/api";
import { isEmail, isPassword, wrongName } from "../../../../shop/signIn/model";
import { Button } from "../../../../ui/Button";
import { Fold } from "../../../../ui/Fold";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";

export interface RegisterStepProps {
  ticket: string;
  /** The ticket can no longer be used: the phone must be verified again. */
  onExpired: () => void;
  onDone: (token: string, user: User | null) => void;
}

const more = ["email", "password", "referral_code"] as const;

/** Only the name is required; e-mail and password are optional. */
export function RegisterStep({ ticket, onExpired, onDone }: RegisterStepProps) {
  const { t } = useTranslation();
  const form = useFields(
    () => ({ name: "", email: "", password: "", referral_code: keptInvitation() ?? "" }),
    ({ name, email, password }) => {
      const badName = wrongName(name);
      return {
        name: badName ? t(`auth:${badName.key}`, badName.values) : undefined,
        email:
          email.trim() !== "" && !isEmail(email.trim())
            ? t("auth:email_format", { email: "name@example.com" })
            : undefined,
        password: password !== "" && !isPassword(password) ? t("auth:password_pattern") : undefined,
      };
    },
  );

  async function join() {
    const { name, email, password, referral_code } = form.values;
    const answer = await register({
      registration_ticket: ticket,
      name: name.trim(),
      ...(email.trim() ? { email: email.trim() } : {}),
      ...(password ? { password } : {}),
      ...(referral_code.trim() ? { referral_code: referral_code.trim() } : {}),
    });
    forgetInvitation();
    if (answer.token) onDone(answer.token, answer.user);
  }
  return (
    <form ref={form.ref} onSubmit={form.submit(join)} noValidate className="flex flex-col gap-4">
      <p className="text-muted text-pretty">{t("auth:register_intro")}</p>
      <TextInput
        {...form.field("name")}
        label={t("auth:name")}
        required
        autoComplete="name"
        autoFocus
      />
      <Fold
        boxed
        title={t("auth:more")}
        open={
          form.values.referral_code !== "" || more.some((name) => form.error(name) !== undefined)
        }
      >
        <TextInput
          {...form.field("email")}
          label={t("auth:email")}
          optionalLabel={t("auth:optional")}
          type="email"
          autoComplete="email"
        />
        <TextInput
          {...form.field("password")}
          label={t("auth:new_password")}
          optionalLabel={t("auth:optional")}
          hint={t("auth:password_hint")}
          type="password"
          autoComplete="new-password"
        />
        <TextInput
          {...form.field("referral_code")}
          label={t("auth:invitation")}
          optionalLabel={t("auth:optional")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
        />
      </Fold>
      {form.elsewhere !== null && (
        <Notice
          tone="trouble"
          live
          action={
            form.errorOf("registration_ticket") ? (
              <Button size="sm" onClick={onExpired}>
                {t("auth:again")}
              </Button>
            ) : undefined
          }
        >
          {errorText(form.elsewhere, t, { inPlace: true })}
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        wide
        loading={form.busy}
        loadingLabel={t("auth:checking")}
      >
        {t("auth:register")}
      </Button>
    </form>
  );
}
