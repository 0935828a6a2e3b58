import { type ReactNode, useState } from "react";
import { KeptWishes } from "../features/ordering/cart/components/KeptWishes";
import { useLocation } from "../lib/history";
import { useTranslation } from "../lib/translation";
import { ChosenService } from "../shop/branches/ChosenService";
import { hidesNavigation } from "../shop/cart/model";
import { BottomStack, createBottomStack } from "../ui/BottomBar";
import { Bottom } from "./Bottom";
import { DialogHost } from "./dialogs";
import { Footer } from "./Footer";
import { Header } from "./Header";

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const [bars] = useState(createBottomStack);
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
        className="min-h-[calc(100dvh-var(--header))] flex-1 outline-none"
      >
        <BottomStack value={bars}>{children}</BottomStack>
      </main>
      {!hidesNavigation(pathname) && <Footer />}
      <Bottom bars={bars.set} />
      <DialogHost />
      <ChosenService />
      <KeptWishes />
    </div>
  );
}
