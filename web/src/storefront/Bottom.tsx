import { type Ref, Suspense } from "react";
import { useOffline } from "../api/useOffline";
import { Comparison } from "../features/catalogue/comparison/components/Comparison";
import { keptOrders } from "../features/ordering/calls/kept";
import { CartBar } from "../features/ordering/cart/components/CartBar";
import { useLocation } from "../lib/history";
import { part } from "../lib/part";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { CartNotification } from "../shop/cart/CartNotification";
import { hidesNavigation } from "../shop/cart/model";
import { BottomNav } from "./BottomNav";
import { Invited } from "./Invited";
import { laterTexts } from "./pages";
import { SignedOut } from "./SignedOut";

// Loaded only for known customers.
const OrderUnderWay = part(async () => {
  const [loaded] = await Promise.all([
    import("../features/ordering/orders/components/OrderUnderWay"),
    laterTexts(),
  ]);
  return loaded;
});

// Loaded only for guests who ordered here.
const CallUnderWay = part(async () => {
  const [loaded] = await Promise.all([
    import("../features/ordering/calls/components/CallUnderWay"),
    laterTexts(),
  ]);
  return loaded;
});

/**
 * The stack at the bottom edge, in which nothing covers anything else: messages, the page's bar,
 * the cart, the navigation. Pages render their own bars into `bars`.
 */
export function Bottom({ bars }: { bars: Ref<HTMLDivElement> }) {
  const { pathname } = useLocation();
  const { ready, session } = useScope();
  return (
    <div data-bottom="" className="sticky bottom-0 z-30 print:hidden">
      {/* Overlays the page, so that messages do not shift it. */}
      <div className="pointer-events-none absolute inset-x-0 bottom-full flex flex-col gap-2 pb-2">
        <CartNotification />
        <Comparison />
        <Invited />
        <SignedOut />
        <OfflineNotice />
      </div>
      <div className="max-lg:bg-card pb-[env(safe-area-inset-bottom)] max-lg:shadow-lift">
        {ready && session !== "" && !hidesNavigation(pathname) && (
          <Suspense fallback={null}>
            <OrderUnderWay />
          </Suspense>
        )}
        {ready && session === "" && !hidesNavigation(pathname) && keptOrders().length > 0 && (
          <Suspense fallback={null}>
            <CallUnderWay />
          </Suspense>
        )}
        <div ref={bars} />
        <CartBar>
          <Comparison inBar />
        </CartBar>
        {!hidesNavigation(pathname) && <BottomNav />}
      </div>
    </div>
  );
}

function OfflineNotice() {
  const { t } = useTranslation("shell");
  const offline = useOffline();
  return (
    <div role="status" className="flex justify-center px-3">
      {offline && (
        <p className="rounded-full bg-ink px-5 py-2.5 text-sm font-medium text-paper shadow-lift">
          {t("offline")}
        </p>
      )}
    </div>
  );
}
