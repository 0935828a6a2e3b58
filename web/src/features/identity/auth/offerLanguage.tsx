import type { Translate } from "../../../lib/i18n";
import { type Lang, spokenIn } from "../../../lib/lang";
import { saveLanguage } from "../../../shop/account/preferences";
import { shopToasts } from "../../../shop/cart/notification";

/** How long it stays, in milliseconds: nobody is looking for it. */
const stays = 15_000;

/**
 * Where an account is set to another language than the one that is read: a line in that language
 * offers it. Nothing changes without the press.
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
