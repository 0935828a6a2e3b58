import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths";
import { Icon, type IconName } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";

interface Entry {
  to: string;
  icon: IconName;
  text: string;
  hint: string;
}

const entries: readonly Entry[] = [
  { to: paths.myOrders, icon: "bag", text: "orders", hint: "orders_hint" },
  { to: paths.myFavourites, icon: "heart", text: "favourites", hint: "favourites_hint" },
  { to: paths.referralProgram, icon: "share", text: "referral", hint: "referral_hint" },
  { to: paths.myAddress, icon: "pin", text: "addresses", hint: "addresses_hint" },
  {
    to: paths.preferences,
    icon: "settings",
    text: "preferences",
    hint: "preferences_hint",
  },
  {
    to: paths.information("privacy"),
    icon: "shield",
    text: "privacy",
    hint: "privacy_hint",
  },
  { to: paths.information("terms"), icon: "note", text: "terms", hint: "terms_hint" },
];

/** The pages of the account area, the same for all: those that are somebody's own ask guests in. */
export function Menu() {
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("menu")}>
      <ul className="overflow-hidden rounded-card bg-card shadow-soft">
        {entries.map(({ to, icon, text, hint }) => (
          <li key={to} className="border-t border-line first:border-t-0">
            <Link
              to={to}
              look="plain"
              className="flex min-h-16 items-center gap-4 px-4 py-3 outline-offset-[-3px] hover:bg-tint"
            >
              <Icon name={icon} size={24} className="text-go-text" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(text)}</span>
                <span className="block text-sm text-muted">{t(hint)}</span>
              </span>
              <Icon name="chevron-end" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
