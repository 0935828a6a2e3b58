import type { Translate } from "../../../lib/i18n";
import { type Lang, spokenIn } from "../../../lib/lang";
import { saveLanguage } from "../../../shop/account/preferences";
import { shopToasts } from "../../../shop/cart/notification";

/** How long the offer stays, in milliseconds: customers do not expect it. */
const stays = 15_000;

/**
 * If the account's language is not the page's, a line in the account's language offers to switch. Nothing changes
 * without a press.
 */
export function offerLanguage(lang: Lang, t: Translate): void {
  const spoken = spokenIn(lang);
  shopToasts.show({
    text: <span {...spoken}>{t("auth:account_language")}</span>,
    duration: stays,
    action: {
      label: <span {...spoken}>{t("auth:switch_language")}</span>,
      onPress: () => window.location.assign(saveLanguage(lang, window.location.href)),
    },
  });
}
