import "../lib/oldArrays";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { askForCookies, configureClient } from "../api/client";
import { lookForShop } from "../api/online";
import { createQueryClient, refreshOnReturn } from "../api/queryClient";
import { isLeaving } from "../lib/closed";
import { cookieNames, onSetAgain, readCookie, watchCookies, writeCookie } from "../lib/cookies";
import { openDialog } from "../lib/dialogs";
import { drawn } from "../lib/drawn";
import { fetchBeforeImport } from "../lib/fetchFirst";
import { BrowserHistory } from "../lib/history";
import { createI18n } from "../lib/i18n";
import { type Left, noteLeft, readLeft } from "../lib/left";
import { warn } from "../lib/log";
import { dropStaleMark } from "../lib/login";
import { inLanguage, paths } from "../lib/paths";
import {
  dropLeftovers,
  endSession,
  isSignedIn,
  nameOf,
  onSessionEnd,
  sessionName,
  watchOtherTabs,
} from "../lib/session";
import { awaitsCode, ticketOfSignUp } from "../lib/signUp";
import { parseAddress } from "../lib/url";
import { keptId } from "../shop/account/userSlice";
import { App } from "./App";
import { forgetKept, keepForOffline } from "./offline";
import { pageReady } from "./pageReady";
import { fetchTextsBy, loadPage, matchPage } from "./pages";
import { fillCache, readState, type State } from "./state";

// Separate imports: for a conditional import the build would fetch both.
const firstTexts = { ar: () => import("../locales/ar"), en: () => import("../locales/en") };
const moreTexts = {
  ar: () => import("../locales/ar.later"),
  en: () => import("../locales/en.later"),
};

/** Starts the page: hydrates the server's markup, or renders it where there is none. */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no #root");
  const state = readState();
  const i18n = firstTexts[state.lang]().then(({ resources }) =>
    createI18n(state.lang, state.figures, resources, state.config.brand, state.config.texts),
  );
  let later: Promise<void> | undefined;
  fetchTextsBy(() => {
    later ??= Promise.all([i18n, moreTexts[state.lang]()]).then(
      ([texts, { resources }]) => texts.add(resources),
      (error: unknown) => {
        // There was no network; the next page that needs the texts loads them again.
        later = undefined;
        throw error;
      },
    );
    return later;
  });
  const match = matchPage(parseAddress(state.url).path);
  onSessionEnd({ forget: forgetKept, ended: () => {} });
  dropLeftovers();
  readLeft();
  const [texts] = await Promise.all([
    i18n,
    dropStaleMark(),
    match ? loadPage(match.route.page).catch(() => undefined) : undefined,
  ]);
  // Evaluating the scripts was one long task; the rest runs in another.
  await new Promise((resolve) => setTimeout(resolve));
  const client = createQueryClient();
  refreshOnReturn(client, sessionName);
  fillCache(client, state.data);
  const base = state.prefix === "" ? "" : `/${state.prefix}`;
  configureClient(
    { ...state.config, lang: state.lang, figures: state.figures },
    {
      loggedOut: (why, reason) => endSession(howItEnded(why, reason)),
      notFound: () => leaveForNotFound(state),
      unreachable: () => void lookForShop(),
    },
  );
  onSessionEnd({
    forget: () => {
      client.clear();
      forgetKept();
    },
    ended: () => {
      void import("../features/identity/notices/push")
        .then(({ forgetBrowser }) => forgetBrowser())
        .catch(() => undefined);
      setTimeout(() => {
        const hasDefault = readCookie(cookieNames.defaultLocation) !== null;
        location.assign(hasDefault ? inLanguage(state.lang, paths.home) : paths.landing);
      }, 1000);
    },
  });
  onSetAgain(askForCookies);
  watchCookies(() => {
    // The session ended in another tab, or expired: this page may still show its data.
    if (!isLeaving() && dropLeftovers()) reloadLeft();
  });
  watchOtherTabs(reloadLeft);
  if (ticketOfSignUp() !== null || awaitsCode()) whenAlive(() => openDialog("signIn", {}));
  // The page's subject does not exist: crawlers got that status with the document, the browser goes
  // to /404.
  if (state.status === 404 && match) afterLoad(() => leaveForNotFound(state));
  const app = (
    <StrictMode>
      <BrowserHistory base={base}>
        <App state={state} client={client} texts={texts} />
      </BrowserHistory>
    </StrictMode>
  );
  if (state.rendered) {
    drawn.set(true);
    // In slices, so that a tap meanwhile is answered.
    startTransition(() => {
      hydrateRoot(root, app, {
        onRecoverableError: (error) => warn("The page was drawn anew", error),
      });
    });
  } else {
    createRoot(root).render(app);
  }
  fetchBeforeImport();
  keepForOffline();
}

/** The reloaded page does not open the sign-in by itself: another person may use the browser now. */
function reloadLeft(): void {
  if (!isSignedIn()) noteLeft({ why: "out" });
  location.reload();
}

/** Stores the message for the next page about a session that a response ended; a guest gets none. */
function howItEnded(why: "ended" | "blocked", reason?: string): Left {
  if (why === "blocked") return reason === undefined ? { why } : { why, reason };
  const { path, query } = parseAddress(location.pathname + location.search);
  const who = keptId();
  if (!isSignedIn()) return { why: "out" };
  if (who) return { why, at: path + query.toString(), who: nameOf(who) };
  // The customer is unknown: only a page without ids in its address may be returned to.
  const page = matchPage(path);
  return page?.route.path.includes(":") === false ? { why, at: path } : { why };
}

/**
 * The number of seconds for which /404 uses the language of the previous page, if the visitor never
 * chose one.
 */
const languageFor = 60;

/**
 * Opens /404 without a prefix and replaces the history entry, so that going back does not return to the
 * missing page.
 */
function leaveForNotFound({ lang, prefix }: State): void {
  if (location.pathname === paths.notFound) return;
  if (prefix !== "" && readCookie(cookieNames.language) === null) {
    writeCookie(cookieNames.language, lang, languageFor);
  }
  location.replace(paths.notFound);
}

/** A script must not leave a document that is still loading, because its visitor is waiting for it. */
function afterLoad(run: () => void): void {
  if (document.readyState === "complete") run();
  else window.addEventListener("load", run, { once: true });
}

function whenAlive(run: () => void): void {
  const stop = pageReady.subscribe(() => {
    stop();
    run();
  });
}
