import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useOffline } from "../api/useOffline";
import { meQuery } from "../backoffice/me";
import { staffSignOut } from "../features/auth/console/api";
import { accountPath } from "../features/auth/console/model";
import { cookieNames, writeCookie } from "../lib/cookies";
import { useLocation, useNavigate } from "../lib/history";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { cx } from "../ui/cx";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { Link } from "../ui/Link";
import { SkipLink } from "../ui/SkipLink";
import { consolePaths, sectionsOf } from "./routes";

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
      <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
        {signedIn && <Menu />}
        <main id="content" tabIndex={-1} className="w-full min-w-0 flex-1 px-4 py-4 outline-none">
          {children}
        </main>
      </div>
      <OfflineNotice />
    </div>
  );
}

/** Who works here, so that a shared device says whose session it is; leads to their account. */
function Me() {
  const { t } = useTranslation("console");
  const { pathname } = useLocation();
  const { data: me } = useQuery(meQuery(useScope()));
  if (!me) return null;
  return (
    <Link
      to={accountPath}
      look="plain"
      aria-label={t("account_of", { name: me.name })}
      aria-current={pathname === accountPath ? "page" : undefined}
      className="flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-sm hover:bg-tint"
    >
      <Icon name="user" size={20} className="sm:hidden" />
      <span className="hidden text-end leading-tight sm:block">
        <bdi className="block font-medium">{me.name}</bdi>
        <span className="text-muted">{t(`role_${me.role}`)}</span>
      </span>
    </Link>
  );
}

/** Lies over the page, so nothing moves when the network goes. */
function OfflineNotice() {
  const { t } = useTranslation("console");
  const offline = useOffline();
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

/**
 * What the role may open: beside the page where there is room, above it elsewhere. Whoever has no
 * orders to work on begins with the first of their own.
 */
function Menu() {
  const { t } = useTranslation("console");
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery(useScope()));
  const sections = me ? sectionsOf(me.capabilities) : [];
  const first = sections[0]?.path ?? consolePaths.start;
  const isHere = (path: string) => (path === "/" ? pathname === "/" : pathname.startsWith(path));
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
  const list = useRef<HTMLUListElement>(null);
  const at = sections.findIndex(({ path }) => isHere(path));
  useEffect(() => {
    // On a phone the menu is longer than the screen is wide.
    list.current?.children[at]?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [at]);
  // One page needs no menu.
  if (sections.length < 2) return null;
  return (
    <nav
      aria-label={t("menu")}
      className="border-b border-line bg-paper lg:sticky lg:top-16 lg:h-[calc(100dvh-4rem)] lg:w-52 lg:shrink-0 lg:overflow-y-auto lg:border-b-0 lg:py-3 lg:ps-3 print:hidden"
    >
      <ul
        ref={list}
        className="scroll-quiet flex gap-1 overflow-x-auto px-4 py-1 lg:flex-col lg:overflow-visible lg:p-0"
      >
        {sections.map(({ path, icon, text }) => (
          <li key={path}>
            <Link
              to={path}
              look="plain"
              aria-current={isHere(path) ? "page" : undefined}
              className={cx(
                "flex h-11 items-center gap-2 rounded-control px-3 text-sm font-medium whitespace-nowrap hover:bg-tint",
                isHere(path) && "bg-go-soft text-go-text",
              )}
            >
              <Icon name={icon} size={20} />
              {t(text)}
            </Link>
          </li>
        ))}
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
