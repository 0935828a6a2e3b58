import type { Field } from "../../api/useFields";
import { useTranslation } from "../../lib/translation";
import { TextInput } from "../../ui/TextInput";
import type { Passwords } from "./model";

/** A new password, typed twice, with the pattern shown above the fields. */
export function NewPassword({ field }: { field: (name: keyof Passwords) => Field<string> }) {
  const { t } = useTranslation();
  const twice = { type: "password", required: true, autoComplete: "new-password" } as const;
  return (
    <>
      <TextInput
        {...field("password")}
        {...twice}
        label={t("auth:password_new")}
        hint={t("auth:password_rule")}
      />
      <TextInput {...field("password_confirmation")} {...twice} label={t("auth:password_again")} />
    </>
  );
}
