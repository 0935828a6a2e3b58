import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Link } from "./Link";
import type { Toast, Toasts } from "./toasts";
import { topDialog } from "./topDialog";

const icons: Record<Toast["tone"], IconName> = {
  neutral: "info",
  success: "check",
  trouble: "alert",
};

export interface ToastRegionProps {
  toasts: Toasts;
  /** The name of the region: "Messages". */
  label: string;
  closeLabel: string;
  /** Rendered in the stack at the bottom, which keeps it clear of the bars. */
  stacked?: boolean;
}

/** The height of a bottom bar with its margins, where there is no stack to measure. */
const below = 120;

/** Whether toasts at the bottom would cover the control that was just pressed. */
function inTheWay(region: HTMLElement, stack: Element | null): boolean {
  const pressed = document.activeElement;
  if (!pressed || pressed === document.body || region.contains(pressed)) return false;
  const { top, bottom, left, right } = pressed.getBoundingClientRect();
  const edge = stack ? stack.getBoundingClientRect().bottom : window.innerHeight - below;
  const beside = [...region.children].every((toast) => {
    const box = toast.getBoundingClientRect();
    return right <= box.left || left >= box.right;
  });
  return !beside && bottom > edge - region.offsetHeight && top < edge;
}

/**
 * Toasts appear above the bottom bar, on wide screens in the shop's corner or below the basket next to the products, or
 * under the header where they would cover the pressed control. They are read aloud politely. An open dialog contains
 * them (on phones above its sheet), because everything outside it is inert.
 */
export function ToastRegion({ toasts, label, closeLabel, stacked = false }: ToastRegionProps) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.get, () => toasts.onServer);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  const [high, setHigh] = useState(false);
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.get, () => null);
  const newest = list.at(-1)?.id;
  useLayoutEffect(() => {
    const box = region.current;
    if (newest !== undefined && box) setHigh(inTheWay(box, stacked ? box.parentElement : null));
  }, [newest, stacked]);
  const messages = (
    <section
      ref={region}
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        "pointer-events-none inset-x-0 z-60 flex flex-col items-center gap-2 px-4 print:hidden",
        stacked && "toasts",
        (dialog || high || !stacked) && "fixed",
        dialog
          ? "top-4 sm:top-auto sm:bottom-4"
          : high
            ? "top-[calc(var(--header,0px)+0.75rem)]"
            : !stacked &&
              "bottom-[calc(env(safe-area-inset-bottom)+5.5rem)] lg:bottom-[calc(env(safe-area-inset-bottom)+1rem)]",
      )}
    >
      {list.map((toast) => (
        <OneToast
          key={toast.id}
          toast={toast}
          held={held}
          closeLabel={closeLabel}
          onClose={toasts.dismiss}
        />
      ))}
    </section>
  );
  return dialog ? createPortal(messages, dialog) : messages;
}

/** The look of a toast's button and link. */
const press =
  "flex min-h-11 items-center rounded-control px-3 text-sm font-semibold underline underline-offset-4 outline-offset-[-3px] focus-visible:outline-current";

function OneToast({
  toast,
  held,
  closeLabel,
  onClose,
}: {
  toast: Toast;
  held: boolean;
  closeLabel: string;
  onClose: (id: number) => void;
}) {
  // The timer stops while the user reads or points at the toast.
  useEffect(() => {
    if (held || toast.duration === 0) return;
    const timer = setTimeout(() => onClose(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast, onClose]);
  return (
    <div
      className={cx(
        "pointer-events-auto flex min-h-14 w-full max-w-md animate-rise items-center gap-3 rounded-card ps-4 pe-1.5 shadow-lift md:w-auto md:max-w-2xl",
        toast.tone === "trouble" ? "bg-trouble text-on-trouble" : "bg-ink text-paper",
      )}
    >
      <Icon name={toast.icon ?? icons[toast.tone]} />
      <div className="min-w-0 flex-1 py-1.5 text-sm">
        <p>
          <Isolate>{toast.text}</Isolate>
        </p>
        {toast.note && (
          <p className="font-semibold">
            <Isolate>{toast.note}</Isolate>
          </p>
        )}
      </div>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onPress();
            onClose(toast.id);
          }}
          className={press}
        >
          {toast.action.label}
        </button>
      )}
      {toast.link && (
        <Link to={toast.link.to} look="plain" className={`${press} max-md:hidden`}>
          {toast.link.label}
        </Link>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => onClose(toast.id)}
        className="flex size-11 shrink-0 items-center justify-center rounded-control outline-offset-[-3px] focus-visible:outline-current"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
