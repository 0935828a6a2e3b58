import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useOffline } from "../api/useOffline";
import { meQuery } from "../backoffice/me";
import { staffSignOut } from "../features/identity/auth/console/api";
import { accountPath } from "../features/identity/auth/console/model";
import { cookieNames, writeCookie } from "../lib/cookies";
import { useLocation } from "../lib/history";
import { part } from "../lib/part";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { Link } from "../ui/Link";
import { Wordmark } from "../ui/Logo";
import { SkipLink } from "../ui/SkipLink";
import { Menu } from "./Menu";
import { RestoredBanner } from "./RestoredBanner";
import { consolePaths } from "./routes";

const Finder = part(() => import("./Finder"));

/** The frame around every page of the console: sections, language, sign-out. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("console");
  const { session } = useScope();
  const signedIn = session !== "";
  return (
    <div className="flex min-h-dvh flex-col max-lg:[--console-bar:calc(3.5rem+env(safe-area-inset-bottom))]">
      <SkipLink to="#content">{t("skip")}</SkipLink>
      <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 max-sm:gap-x-1">
          <Link
            to={consolePaths.start}
            look="plain"
            className="flex h-11 items-center gap-2 text-lg font-bold text-go-text max-sm:text-base"
          >
            <Wordmark name={t("brand")} />
          </Link>
          <div className="ms-auto flex items-center gap-1">
            {signedIn && <Find />}
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
      {signedIn && <RestoredBanner />}
      <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
        {signedIn && <Menu />}
        <main
          id="content"
          tabIndex={-1}
          className="w-full min-w-0 flex-1 px-4 pt-4 pb-[calc(1rem+var(--console-bar,0px))] outline-none print:pb-4"
        >
          {children}
        </main>
      </div>
      <OfflineNotice />
    </div>
  );
}

/** Opens the global search: by its button, or by Ctrl-K (Command-K) from anywhere. */
function Find() {
  const { t } = useTranslation("console");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.code !== "KeyK" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <IconButton
        icon="search"
        label={t("find")}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The signed-in staff member, so that a shared device shows whose session it is; links to their account. */
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

/** Overlays the page, so that nothing shifts when the network goes. */
function OfflineNotice() {
  const { t } = useTranslation("console");
  const offline = useOffline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--console-bar,0px)] z-40 flex justify-center p-3"
    >
      {offline && (
        <p className="rounded-full bg-ink px-5 py-2.5 text-sm font-medium text-paper shadow-lift">
          {t("offline")}
        </p>
      )}
    </div>
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
      className="inline-flex h-11 w-20 items-center justify-center rounded-control text-sm font-medium hover:bg-tint max-sm:w-14"
    >
      {t("language")}
    </button>
  );
}
