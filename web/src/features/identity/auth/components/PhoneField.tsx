import { useTranslation } from "../../../../lib/translation";
import { countries } from "../../../../shop/signIn/model";
import { PhoneInput } from "../../../../ui/PhoneInput";

export interface PhoneFieldProps {
  code: string;
  phone: string;
  onCode: (code: string) => void;
  onPhone: (phone: string) => void;
  /** Called on every change of code or number: an error of one number does not apply to another. */
  onTyped?: () => void;
  error?: string | undefined;
}

/** The phone number to sign in with. */
export function PhoneField({ code, phone, onCode, onPhone, onTyped, error }: PhoneFieldProps) {
  const { t } = useTranslation();
  return (
    <PhoneInput
      label={t("auth:phone")}
      required
      countryCode={code}
      countries={countries.map((one) => ({ code: one, name: t(`auth:country_${one.slice(1)}`) }))}
      onCountryCodeChange={(next) => {
        onTyped?.();
        onCode(next);
      }}
      countryLabel={t("auth:country")}
      value={phone}
      onValueChange={(next) => {
        onTyped?.();
        onPhone(next);
      }}
      error={error}
      autoComplete="tel-national"
      placeholder="010 1234 5678"
      autoFocus
    />
  );
}
