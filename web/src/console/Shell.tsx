import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { meQuery, staffSignOut } from "../features/auth/console/api";
import { cookieNames, writeCookie } from "../lib/cookies";
import { useScope } from "../lib/scope";
import { Button } from "../ui/Button";
import { cx } from "../ui/cx";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { Link } from "../ui/Link";
import { SkipLink } from "../ui/SkipLink";
import { consolePaths, consoleRoutes } from "./routes";

/** The pages that have a place in the menu; a single one needs no menu. */
const sections = consoleRoutes.flatMap(({ path, menu }) => (menu ? [{ path, menu }] : []));

/** What surrounds every page of the console: sections, language, the way out. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("console");
  const { session } = useScope();
  const signedIn = session !== "";
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="#content">{t("skip")}</SkipLink>
      <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Link
            to={consolePaths.start}
            look="plain"
            className="flex h-11 items-center text-lg font-bold text-go-text"
          >
            {t("brand")}
          </Link>
          {signedIn && sections.length > 1 && <Menu />}
          <div className="ms-auto flex items-center gap-1">
            {signedIn && <Me />}
            <LanguageButton />
            {signedIn && (
              <>
                <IconButton
                  icon="logout"
                  label={t("sign_out")}
                  className="sm:hidden"
                  onClick={() => void staffSignOut()}
                />
                <Button
                  variant="plain"
                  size="sm"
                  icon="logout"
                  className="max-sm:hidden"
                  onClick={() => void staffSignOut()}
                >
                  {t("sign_out")}
                </Button>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="w-full min-w-0 flex-1 px-4 py-4 outline-none">
        {children}
      </main>
      <OfflineNotice />
    </div>
  );
}

/** Who works here, so that a shared device says whose session it is. */
function Me() {
  const { t } = useTranslation("console");
  const { data: me } = useQuery(meQuery(useScope()));
  if (!me) return null;
  return (
    <p className="hidden px-2 text-end text-sm leading-tight sm:block">
      <bdi className="block font-medium">{me.name}</bdi>
      <span className="text-muted">{t(`role_${me.role}`)}</span>
    </p>
  );
}

/** Lies over the page, so nothing moves when the network goes. */
function OfflineNotice() {
  const { t } = useTranslation("console");
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--bottom-bar-height,0px)] z-40 flex justify-center p-3"
    >
      {offline && (
        <p className="rounded-full bg-ink px-5 py-2.5 text-sm font-medium text-paper shadow-lift">
          {t("offline")}
        </p>
      )}
    </div>
  );
}

function Menu() {
  const { t } = useTranslation("console");
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t("menu")}
      className="order-last w-full overflow-x-auto md:order-none md:w-auto"
    >
      <ul className="flex gap-1">
        {sections.map(({ path, menu }) => {
          const here = path === "/" ? pathname === "/" : pathname.startsWith(path);
          return (
            <li key={path}>
              <Link
                to={path}
                look="plain"
                aria-current={here ? "page" : undefined}
                className={cx(
                  "flex h-11 items-center gap-2 rounded-control px-3 text-sm font-medium whitespace-nowrap hover:bg-tint",
                  here && "bg-go-soft text-go-text",
                )}
              >
                <Icon name={menu.icon} size={20} />
                {t(menu.text)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function LanguageButton() {
  const { t } = useTranslation("console");
  const { lang } = useScope();
  const other = lang === "ar" ? "en" : "ar";
  return (
    <button
      type="button"
      lang={other}
      aria-label={t("language_label")}
      onClick={() => {
        writeCookie(cookieNames.language, other);
        location.reload();
      }}
      className="inline-flex h-11 w-20 items-center justify-center rounded-control text-sm font-medium hover:bg-tint"
    >
      {t("language")}
    </button>
  );
}
