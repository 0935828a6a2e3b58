import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/**
 * Passes the page's language and direction to React Aria. It is rendered inside each interactive part
 * instead of around the app, so that React Aria is loaded only with the first such part.
 */
export function AriaLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang || "en"}>{children}</I18nProvider>;
}
