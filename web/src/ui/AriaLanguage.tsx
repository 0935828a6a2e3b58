import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/**
 * Tells React Aria the page's own language and direction. Inside each interactive part rather than
 * around the app, so that React Aria is loaded only with the first of them.
 */
export function AriaLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang || "en"}>{children}</I18nProvider>;
}
