import type { ReactNode } from "react";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { UnreadBadge } from "../../../../shop/notices/UnreadBadge";
import { BackLink } from "../../../../ui/BackLink";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { backFrom, groups, isShown } from "../menu";

/**
 * The frame of every page below /account: on wide screens the account's menu next to the page, on phones a link back to
 * the menu, or to the menu page that this page belongs to.
 */
export function AccountFrame({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useTranslation("account");
  const { session } = useScope();
  const back = backFrom(path);
  return (
    <div className="mx-auto w-full max-w-7xl lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:ps-6">
      <nav aria-label={t("menu")} className="hidden lg:block print:hidden">
        <div className="sticky top-20 z-35 my-6 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card bg-card p-2 shadow-soft [scrollbar-width:thin]">
          <Link
            to={paths.account}
            look="plain"
            className="flex min-h-12 items-center gap-3 rounded-control px-3 text-lg font-semibold hover:bg-tint"
          >
            <Icon name="user" className="text-go-text" />
            {t("title")}
          </Link>
          {groups.map((group) => (
            <ul
              key={group.name}
              aria-label={t(`group_${group.name}`)}
              className="mt-1 border-t border-line pt-1"
            >
              {group.entries.map((entry) => {
                const shown = isShown(entry, path);
                return (
                  <li key={entry.to}>
                    <Link
                      to={entry.to}
                      look="plain"
                      aria-current={shown ? "page" : undefined}
                      className={cx(
                        "flex min-h-8 items-center gap-3 rounded-control px-3 py-0.5",
                        shown ? "bg-go-soft font-semibold text-go-text" : "hover:bg-tint",
                      )}
                    >
                      <Icon name={entry.icon} className={shown ? undefined : "text-muted"} />
                      <span className="flex-1">{t(entry.name)}</span>
                      {session !== "" && entry.to === paths.notifications && <UnreadBadge />}
                    </Link>
                  </li>
                );
              })}
            </ul>
          ))}
        </div>
      </nav>
      {/* Every page begins at the same position, whatever its width. */}
      <div className="min-w-0 [&>.mx-auto]:mx-0 sm:[&>.max-w-3xl]:max-w-5xl">
        {back && (
          <div className={cx("-mb-4 px-4 pt-1 sm:px-6 print:hidden", back.menu && "lg:hidden")}>
            <BackLink to={back.to}>{t(back.name)}</BackLink>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
