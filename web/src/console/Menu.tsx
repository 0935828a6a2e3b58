import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { meQuery } from "../backoffice/me";
import { accountPath } from "../features/identity/auth/console/model";
import { useLocation, useNavigate } from "../lib/history";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { cx } from "../ui/cx";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { consolePaths, type Section, sectionAt, sectionsOf } from "./routes";

/** The number of sections in the bottom bar; the others are behind "more". */
const underThumb = 4;

/**
 * The sections a staff member may open: a side bar in groups on wide screens; on a phone a bottom
 * bar with the first sections, and the whole menu behind its last button. Staff without orders
 * start with the first section they may open.
 */
export function Menu() {
  const { t } = useTranslation("console");
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery(useScope()));
  const sections = me ? sectionsOf(me.capabilities) : [];
  const first = sections[0]?.path ?? consolePaths.start;
  const current = sectionAt(sections, pathname)?.path;
  const astray =
    pathname === consolePaths.start &&
    me !== undefined &&
    me.must === "" &&
    !sections.some(({ path }) => path === "/");
  useEffect(() => {
    if (astray) navigate(first, { replace: true });
  }, [astray, first, navigate]);
  const bound = me !== undefined && me.must !== "" && pathname !== accountPath;
  useEffect(() => {
    if (bound) navigate(accountPath, { replace: true });
  }, [bound, navigate]);
  // A single page needs no menu.
  if (sections.length < 2) return null;
  return (
    <>
      <nav
        aria-label={t("menu")}
        className="hidden w-56 shrink-0 bg-paper py-3 ps-3 lg:sticky lg:top-16 lg:block lg:h-[calc(100dvh-4rem)] lg:overflow-y-auto print:hidden"
      >
        <Groups sections={sections} current={current} />
      </nav>
      <ThumbBar key={pathname} sections={sections} current={current} />
    </>
  );
}

interface Listed {
  sections: readonly Section[];
  current: string | undefined;
}

function Groups({ sections, current }: Listed) {
  const { t } = useTranslation("console");
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <div className="flex flex-col gap-4">
      {groups.map((group) => (
        <section key={group} aria-label={t(`group_${group}`)}>
          {groups.length > 1 && (
            <p className="px-3 pb-1 text-sm text-muted">{t(`group_${group}`)}</p>
          )}
          <ul className="flex flex-col gap-1">
            {sections
              .filter((section) => section.group === group)
              .map(({ path, icon, text }) => (
                <li key={path}>
                  <Link
                    to={path}
                    look="plain"
                    aria-current={path === current ? "page" : undefined}
                    className={cx(
                      "flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium hover:bg-tint",
                      path === current && "bg-go-soft text-go-text",
                    )}
                  >
                    <Icon name={icon} size={20} />
                    {t(text)}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Mounted again for every page: navigating closes an open menu. */
function ThumbBar({ sections, current }: Listed) {
  const { t } = useTranslation("console");
  const [open, setOpen] = useState(false);
  const fits = sections.length <= underThumb + 1;
  const shown = fits ? sections : sections.slice(0, underThumb);
  const elsewhere = !shown.some(({ path }) => path === current);
  const look = (here: boolean) =>
    cx(
      "flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 text-xs font-medium",
      here ? "text-go-text" : "text-muted",
    );
  return (
    <nav
      aria-label={t("menu")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="flex">
        {shown.map(({ path, icon, text }) => (
          <li key={path} className="min-w-0 flex-1">
            <Link
              to={path}
              look="plain"
              aria-current={path === current ? "page" : undefined}
              className={look(path === current)}
            >
              <Icon name={icon} size={20} />
              <span className="line-clamp-2 max-w-full text-center leading-4">{t(text)}</span>
            </Link>
          </li>
        ))}
        {!fits && (
          <li className="min-w-0 flex-1">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
              className={look(elsewhere)}
            >
              <Icon name="menu" size={20} />
              {t("menu_more")}
            </button>
          </li>
        )}
      </ul>
      <Dialog open={open} onClose={() => setOpen(false)} title={t("menu")} closeLabel={t("close")}>
        <Groups sections={sections} current={current} />
      </Dialog>
    </nav>
  );
}
