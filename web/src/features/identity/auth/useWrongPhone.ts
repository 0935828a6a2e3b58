import { useTranslation } from "../../../lib/translation";
import { isMobile, phoneDigits } from "../../../shop/signIn/model";

/** The error in a step's phone number; the dialog keeps the number from one step to the next. */
export function useWrongPhone({ code, phone }: { code: string; phone: string }) {
  const { t } = useTranslation();
  if (phoneDigits(phone) === "") return t("auth:required");
  return isMobile(code, phone) ? undefined : t("auth:phone_invalid");
}
