import type { ReactNode } from "react";
import { useOffline } from "../api/useOffline";
import { useTranslation } from "../lib/translation";
import { DialogHost } from "./dialogs";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { slots } from "./slots";

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const CartBar = slots.cartBar;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-2 focus:z-50 focus:rounded-control focus:bg-card focus:px-4 focus:py-3 focus:shadow-lift"
      >
        {t("skip")}
      </a>
      <Header />
      <main
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100dvh-7rem)] flex-1 outline-none md:min-h-[calc(100dvh-4rem)]"
      >
        {children}
      </main>
      <Footer />
      {CartBar && <CartBar />}
      <OfflineNotice />
      <DialogHost />
      {slots.over?.map((Part, index) => (
        <Part key={Part.displayName ?? index} />
      ))}
    </div>
  );
}

/** Lies over the page, so nothing moves when the network goes. */
function OfflineNotice() {
  const { t } = useTranslation("shell");
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
