import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { UnreadBadge } from "../../../../shop/notices/UnreadBadge";
import { Icon } from "../../../../ui/Icon";
import { IconTile } from "../../../../ui/IconTile";
import { Link } from "../../../../ui/Link";
import { type Entry, entries, groups } from "../menu";

/** Entries that are neither tiles nor on the person's card. */
const rest = groups
  .map(({ name, entries: all }) => ({
    name,
    entries: all.filter(({ top, card }) => !top && !card),
  }))
  .filter(({ entries: left }) => left.length > 0);

/** The menu of the account area, the same for everybody: personal pages ask guests to sign in. */
export function Menu() {
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("menu")} className="flex flex-col gap-6">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-3 sm:grid-cols-4 sm:gap-4">
        {entries
          .filter(({ top }) => top)
          .map(({ to, icon, name }) => (
            <li key={to}>
              <Link
                to={to}
                look="plain"
                className="flex h-full min-h-18 items-center gap-2 rounded-card bg-card p-3 shadow-soft outline-offset-[-3px] hover:bg-tint sm:min-h-28 sm:flex-col sm:justify-center sm:text-center"
              >
                <IconTile icon={icon} size="sm" />
                <span className="leading-snug font-medium">{t(name)}</span>
              </Link>
            </li>
          ))}
      </ul>
      {/* Columns that are filled one after the other: no card is aligned to its neighbour. */}
      <div className="gap-6 sm:columns-2">
        {rest.map((group) => (
          <section
            key={group.name}
            aria-labelledby={`group-${group.name}`}
            className="mb-6 break-inside-avoid"
          >
            <h2 id={`group-${group.name}`} className="mb-2 px-1 font-semibold">
              {t(`group_${group.name}`)}
            </h2>
            <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-soft">
              {group.entries.map((entry) => (
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
    <li>
      <Link
        to={to}
        look="plain"
        className="flex min-h-16 items-center gap-4 px-4 py-2 outline-offset-[-3px] hover:bg-tint"
      >
        <IconTile icon={icon} size="sm" tone="plain" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t(name)}</span>
          <span className="block text-sm leading-snug text-muted">{t(`${name}_hint`)}</span>
        </span>
        {to === paths.notifications && <UnreadBadge />}
        <Icon name="chevron-end" className="text-muted" />
      </Link>
    </li>
  );
}
