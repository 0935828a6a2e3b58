import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { UnreadBadge } from "../../../shop/notices/UnreadBadge";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { entries } from "../menu";

/** The pages of the account area, the same for all: those that are somebody's own ask guests in. */
export function Menu() {
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("menu")}>
      <ul className="overflow-hidden rounded-card bg-card shadow-soft lg:grid lg:grid-cols-4 lg:gap-3 lg:overflow-visible lg:bg-transparent lg:shadow-none">
        {entries.map(({ to, icon, name }) => (
          <li
            key={to}
            className="border-t border-line first:border-t-0 lg:rounded-card lg:border-0 lg:bg-card lg:shadow-soft"
          >
            <Link
              to={to}
              look="plain"
              className="flex min-h-16 items-center gap-4 px-4 py-3 outline-offset-[-3px] hover:bg-tint lg:h-full lg:rounded-card"
            >
              <Icon name={icon} size={24} className="text-go-text" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(name)}</span>
                <span className="block text-sm text-muted">{t(`${name}_hint`)}</span>
              </span>
              {to === paths.notifications && <UnreadBadge />}
              <Icon name="chevron-end" className="text-muted lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
