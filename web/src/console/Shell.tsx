import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { cookieNames, writeCookie } from "../lib/cookies";
import { useScope } from "../lib/scope";
import { endStaffSession } from "../lib/staffSession";
import { Button } from "../ui/Button";
import { cx } from "../ui/cx";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { consolePaths, consoleRoutes } from "./routes";

/** What surrounds every page of the console: sections, language, the way out. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("console");
  const { session } = useScope();
  const signedIn = session !== "";
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Link
            to={consolePaths.start}
            look="plain"
            className="flex h-11 items-center text-lg font-bold text-go-text"
          >
            {t("brand")}
          </Link>
          {signedIn && <Menu />}
          <div className="ms-auto flex items-center gap-1">
            <LanguageButton />
            {signedIn && (
              <Button variant="plain" size="sm" icon="logout" onClick={endStaffSession}>
                {t("sign_out")}
              </Button>
            )}
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none"
      >
        {children}
      </main>
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
        {consoleRoutes.map(({ path, menu }) => {
          if (!menu) return null;
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
