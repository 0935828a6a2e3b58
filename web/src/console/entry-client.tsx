import "../lib/oldArrays";
import "../styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { configureClient } from "../api/client";
import { lookForShop } from "../api/online";
import { createQueryClient, refreshOnReturn } from "../api/queryClient";
import { cookieNames, readCookie } from "../lib/cookies";
import { fetchBeforeImport } from "../lib/fetchFirst";
import { BrowserHistory } from "../lib/history";
import { createI18n } from "../lib/i18n";
import { figuresOf, toLang } from "../lib/lang";
import { localNames, readLocal } from "../lib/local";
import { warn } from "../lib/log";
import { endStaffSession, staffToken } from "../lib/staffSession";
import { type LogoImage, LogoProvider } from "../ui/Logo";
import { App } from "./App";

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no #root");
  const lang = toLang(document.documentElement.lang);
  const figures = figuresOf(lang, readCookie(cookieNames.figures));
  const { resources } = await (lang === "ar" ? import("./locales/ar") : import("./locales/en"));
  const state = JSON.parse(document.getElementById("state")?.textContent || "{}") as {
    now?: number;
    config?: { base: string; version: string; brand?: readonly [string, string]; logo?: LogoImage };
  };
  const client = createQueryClient();
  refreshOnReturn(client, () => readLocal(localNames.staffToken) ?? "");
  configureClient(
    { ...state.config, lang, figures, token: staffToken.get, forbiddenEndsSession: false },
    {
      loggedOut: endStaffSession,
      notFound: () => {},
      unreachable: () => void lookForShop(),
    },
  );
  staffToken.subscribe(() => client.clear());
  fetchBeforeImport();
  createRoot(root).render(
    <StrictMode>
      <BrowserHistory base="/console">
        <LogoProvider logo={state.config?.logo}>
          <App
            lang={lang}
            figures={figures}
            now={state.now ?? Date.now()}
            client={client}
            texts={createI18n(lang, figures, resources, state.config?.brand)}
          />
        </LogoProvider>
      </BrowserHistory>
    </StrictMode>,
  );
}

start().catch((error: unknown) => warn("The console could not start", error));
