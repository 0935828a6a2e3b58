import { useTranslation } from "../../lib/translation";
import { TextInput } from "../../ui/TextInput";
import { type Passwords, wrongPasswords } from "./model";

export interface NewPasswordProps {
  value: Passwords;
  onChange: (value: Passwords) => void;
  /** Shows what is wrong: after the first try to send. */
  tried: boolean;
  /** What the server said about a field. */
  refused?: (field: keyof Passwords) => string | null | undefined;
}

/** A new password, twice, with the pattern said before it is asked for. */
export function NewPassword({ value, onChange, tried, refused }: NewPasswordProps) {
  const { t } = useTranslation();
  const wrong = wrongPasswords(value);
  const error = (field: keyof Passwords) => {
    const key = tried ? wrong[field] : undefined;
    return (key ? t(`auth:${key}`) : refused?.(field)) ?? undefined;
  };
  return (
    <>
      <TextInput
        label={t("auth:password_new")}
        hint={t("auth:password_rule")}
        type="password"
        required
        autoComplete="new-password"
        value={value.password}
        onValueChange={(password) => onChange({ ...value, password })}
        error={error("password")}
      />
      <TextInput
        label={t("auth:password_again")}
        type="password"
        required
        autoComplete="new-password"
        value={value.password_confirmation}
        onValueChange={(password_confirmation) => onChange({ ...value, password_confirmation })}
        error={error("password_confirmation")}
      />
    </>
  );
}
