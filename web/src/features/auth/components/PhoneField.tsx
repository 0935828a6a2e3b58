import { useTranslation } from "../../../lib/translation";
import { countries } from "../../../shop/signIn/model";
import { PhoneInput } from "../../../ui/PhoneInput";

export interface PhoneFieldProps {
  code: string;
  phone: string;
  onCode: (code: string) => void;
  onPhone: (phone: string) => void;
  error?: string | undefined;
}

/** The phone that is signed in with. */
export function PhoneField({ code, phone, onCode, onPhone, error }: PhoneFieldProps) {
  const { t } = useTranslation();
  return (
    <PhoneInput
      label={t("auth:phone")}
      required
      countryCode={code}
      countries={countries.map((one) => ({ code: one, name: t(`auth:country_${one.slice(1)}`) }))}
      onCountryCodeChange={onCode}
      countryLabel={t("auth:country")}
      value={phone}
      onValueChange={onPhone}
      error={error}
      autoComplete="tel-national"
      placeholder="010 1234 5678"
      autoFocus
    />
  );
}
