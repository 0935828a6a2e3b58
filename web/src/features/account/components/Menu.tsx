import type { ReactNode } from "react";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { UnreadBadge } from "../../../shop/notices/UnreadBadge";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { type Entry, entries, groups } from "../menu";

/**
 * The pages of the account area, the same for all: those that are somebody's own ask guests in. The
 * wallet says what it holds.
 */
export function Menu({ balance }: { balance: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("menu")} className="flex flex-col gap-5">
      <ul className="grid grid-cols-3 gap-2 sm:gap-3">
        {entries
          .filter(({ top }) => top)
          .map(({ to, icon, name }) => (
            <li key={to}>
              <Link
                to={to}
                look="plain"
                className="flex h-full min-h-24 flex-col items-center gap-1 rounded-card bg-card px-1 py-3 text-center shadow-soft outline-offset-[-3px] hover:bg-tint"
              >
                <Icon name={icon} size={28} className="text-go-text" />
                <span className="leading-snug font-medium">{t(name)}</span>
                {to === paths.myWallet && balance}
              </Link>
            </li>
          ))}
      </ul>
      <div className="grid gap-5 lg:grid-cols-2">
        {groups.map((group) => (
          <section key={group.name} aria-labelledby={`group-${group.name}`}>
            <h2 id={`group-${group.name}`} className="mb-1.5 px-1 text-sm font-semibold text-muted">
              {t(`group_${group.name}`)}
            </h2>
            <ul className="overflow-hidden rounded-card bg-card shadow-soft">
              {group.entries
                .filter(({ top }) => !top)
                .map((entry) => (
                  <Line key={entry.to} entry={entry} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function Line({ entry: { to, icon, name } }: { entry: Entry }) {
  const { t } = useTranslation("account");
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={to}
        look="plain"
        className="flex min-h-13 items-center gap-4 px-4 py-2 outline-offset-[-3px] hover:bg-tint"
      >
        <Icon name={icon} size={24} className="text-go-text" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t(name)}</span>
          <span className="block text-sm text-muted max-lg:hidden">{t(`${name}_hint`)}</span>
        </span>
        {to === paths.notifications && <UnreadBadge />}
        <Icon name="chevron-end" className="text-muted" />
      </Link>
    </li>
  );
}
