/**
 * Which component each dialog of lib/dialogs.ts is. One line per dialog; the component is the
 * module's default export, gets the dialog's props and `close`, and is loaded when first opened:
 *
 *   location: () => import("../features/locations/places/components/LocationDialog"),
 */

import { type ComponentType, Suspense, use, useEffect, useRef } from "react";
import {
  closeDialog,
  type DialogName,
  type DialogProps,
  dialogStore,
  type OpenDialog,
  openDialog,
} from "../lib/dialogs";
import { useLocation } from "../lib/history";
import { useTranslation } from "../lib/translation";
import { useStore } from "../lib/useStore";
import { claimStore } from "../shop/cart/claim";
import { shopToasts } from "../shop/cart/notification";
import { Boundary } from "./Boundary";
import { laterTexts } from "./pages";

type DialogComponent<Name extends DialogName> = ComponentType<
  DialogProps[Name] & { close: () => void }
>;
type Loaders = {
  [Name in DialogName]?: () => Promise<{ default: DialogComponent<Name> }>;
};

/** Also loads the texts that public pages do not need. */
async function withTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, laterTexts()]);
  return loaded;
}

const loaders: Loaders = {
  signIn: () => withTexts(import("../features/identity/auth/components/SignInDialog")),
  location: () => import("../features/locations/places/components/LocationDialog"),
  options: () => withTexts(import("../features/catalogue/products/components/OptionsDialog")),
  whichCart: () => withTexts(import("../features/ordering/cart/components/WhichCartDialog")),
  emptyCart: () => import("../features/ordering/cart/components/EmptyCartDialog"),
  reorder: () => withTexts(import("../features/ordering/orders/components/ReorderDialog")),
  comparison: () =>
    withTexts(import("../features/catalogue/comparison/components/ComparisonDialog")),
  cancelOrder: () => withTexts(import("../features/ordering/orders/components/CancelDialog")),
};

const parts = new Map<DialogName, Promise<ComponentType<Record<string, unknown>>>>();

function load(name: DialogName): Promise<ComponentType<Record<string, unknown>>> | null {
  const running = parts.get(name);
  if (running) return running;
  const loader = loaders[name] as
    | (() => Promise<{ default: ComponentType<Record<string, unknown>> }>)
    | undefined;
  if (!loader) return null;
  const part = loader().then((module) => module.default);
  parts.set(name, part);
  part.catch(() => parts.delete(name));
  return part;
}

/** Renders the open dialog. Navigating to another page closes it. */
export function DialogHost() {
  const open = useStore(dialogStore);
  const part = open && load(open.name);
  useCloseOnNavigation();
  useHushMessages(open);
  useAskWhichCart(open);
  useSayWhatDoesNotCome(open, part);
  if (!open || !part) return null;
  return (
    <Boundary key={open.name} quiet>
      <Suspense fallback={null}>
        <Loaded part={part} props={{ ...open.props }} />
      </Suspense>
    </Boundary>
  );
}

/** Clears older toasts so that they do not cover a dialog the customer opened; the location dialog may open unasked. */
function useHushMessages(open: OpenDialog | null): void {
  useEffect(() => {
    if (open && open.name !== "location") shopToasts.clear();
  }, [open]);
}

/** Two carts after a sign-in: the question opens over whichever page follows, until one is chosen. */
function useAskWhichCart(open: OpenDialog | null): void {
  const conflict = useStore(claimStore)?.conflict;
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what is open
  useEffect(() => {
    if (conflict && open === null) openDialog("whichCart", {});
  }, [conflict, open, pathname]);
}

/** Closes a dialog whose code cannot be loaded, so that the next press loads it again. */
function useSayWhatDoesNotCome(open: OpenDialog | null, part: Promise<unknown> | null): void {
  const { t } = useTranslation("errors");
  useEffect(() => {
    part?.catch(() => {
      if (dialogStore.get() !== open) return;
      closeDialog();
      shopToasts.show({ text: t("no_response"), tone: "trouble" });
    });
  }, [open, part, t]);
}

function useCloseOnNavigation(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    closeDialog();
  }, [pathname]);
}

function Loaded({
  part,
  props,
}: {
  part: Promise<ComponentType<Record<string, unknown>>>;
  props: Record<string, unknown>;
}) {
  const Component = use(part);
  return <Component {...props} close={closeDialog} />;
}
