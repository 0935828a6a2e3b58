import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { configureClient } from "../api/client";
import { cookieNames, readCookie } from "../lib/cookies";
import { BrowserHistory } from "../lib/history";
import { createI18n } from "../lib/i18n";
import { warn } from "../lib/log";
import { inLanguage, paths } from "../lib/paths";
import { createQueryClient } from "../lib/queryClient";
import { lookForShop } from "../lib/reach";
import { endSession, onSessionEnd } from "../lib/session";
import { parseAddress } from "../lib/url";
import { App } from "./App";
import { forgetKept, keepForOffline } from "./offline";
import { fetchTextsBy, loadPage, matchPage } from "./pages";
import { fillCache, readState } from "./state";

// Each import by itself: of a choice between two, the build fetches both.
const firstTexts = { ar: () => import("../locales/ar"), en: () => import("../locales/en") };
const moreTexts = {
  ar: () => import("../locales/ar.later"),
  en: () => import("../locales/en.later"),
};

/** Brings the page to life: hydrates what the server drew, or draws it where there is nothing. */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no #root");
  const state = readState();
  const i18n = firstTexts[state.lang]().then(({ resources }) =>
    createI18n(state.lang, state.figures, resources),
  );
  let later: Promise<void> | undefined;
  fetchTextsBy(() => {
    later ??= Promise.all([i18n, moreTexts[state.lang]()]).then(
      ([texts, { resources }]) => texts.add(resources),
      (error: unknown) => {
        // The network was gone: the next page that needs them tries again.
        later = undefined;
        throw error;
      },
    );
    return later;
  });
  const match = matchPage(parseAddress(state.url).path);
  const [texts] = await Promise.all([
    i18n,
    match ? loadPage(match.route.page).catch(() => undefined) : undefined,
  ]);
  // Reading the scripts was one long task; what follows is another.
  await new Promise((resolve) => setTimeout(resolve));
  const client = createQueryClient();
  fillCache(client, state.data);
  const base = state.prefix === "" ? "" : `/${state.prefix}`;
  configureClient(
    { ...state.config, lang: state.lang, figures: state.figures },
    {
      loggedOut: endSession,
      notFound: () => {
        if (location.pathname !== base + paths.notFound) location.assign(base + paths.notFound);
      },
      unreachable: () => void lookForShop(),
    },
  );
  onSessionEnd(() => {
    client.clear();
    forgetKept();
    void import("../features/notices/push")
      .then(({ forgetBrowser }) => forgetBrowser())
      .catch(() => undefined);
    setTimeout(() => {
      const hasDefault = readCookie(cookieNames.defaultLocation) !== null;
      location.assign(hasDefault ? inLanguage(state.lang, paths.home) : paths.landing);
    }, 1000);
  });
  const app = (
    <StrictMode>
      <BrowserHistory base={base}>
        <App state={state} client={client} texts={texts} />
      </BrowserHistory>
    </StrictMode>
  );
  if (state.rendered) {
    // In slices, so that a tap meanwhile is answered.
    startTransition(() => {
      hydrateRoot(root, app, {
        onRecoverableError: (error) => warn("The page was drawn anew", error),
      });
    });
  } else {
    createRoot(root).render(app);
  }
  keepForOffline();
}
