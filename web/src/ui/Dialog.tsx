import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { IconButton } from "./IconButton";
import { leaving } from "./leaving";
import { stand } from "./topDialog";

const sizes = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-3xl" } as const;
const heights = {
  content: "max-h-[calc((100dvh-var(--keyboard))*0.94)] sm:h-fit sm:max-h-[calc(100dvh-3rem)]",
  tall: "h-[calc((100dvh-var(--keyboard))*0.94)] max-h-none sm:h-[min(48rem,calc(100dvh-3rem))]",
} as const;

export interface DialogProps {
  open: boolean;
  /** Called on Escape, a press outside, and the cross. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** The primary action, which stays visible below the scrolling content. */
  footer?: ReactNode;
  size?: keyof typeof sizes;
  /** As tall as possible from the start: content that arrives or is filtered does not move anything. */
  tall?: boolean;
  /**
   * For a dialog that opens by itself over a page that is hydrating: it renders in slices, because
   * nobody is waiting to type. Requires `tall`.
   */
  unasked?: boolean;
  /** False if the dialog must be answered: no cross, no Escape, no press outside. */
  dismissable?: boolean;
  /** An alertdialog asks one question: its answers close it, so it has no cross. */
  role?: "dialog" | "alertdialog";
}

/**
 * A modal step: a sheet from below on phones, a card in the middle elsewhere. It is the browser's
 * own dialog, which traps the focus, makes everything behind it inert, and returns the focus to
 * where it was.
 */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  size = "md",
  tall = false,
  unasked = false,
  dismissable = true,
  role = "dialog",
}: DialogProps) {
  const heading = useId();
  const box = useRef<HTMLDialogElement>(null);
  const leave = leaving(box, onClose, dismissable);
  const outside = useOutsidePress(leave);
  const keyboard = useKeyboardHeight(open);
  // The content is rendered after the dialog is open, because autoFocus works only then.
  const [stands, setStands] = useState(false);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog || dialog.open === open) return;
    if (!open) {
      dialog.close();
      setStands(false);
    } else if (unasked) {
      // Opening makes the browser process the whole page, so it runs in its own task and the
      // content renders after it in slices.
      const soon = setTimeout(() => {
        dialog.showModal();
        startTransition(() => setStands(true));
      });
      return () => clearTimeout(soon);
    } else {
      dialog.showModal();
      setStands(true);
    }
  }, [open, unasked]);
  useLayoutEffect(() => {
    if (open && box.current) return stand(box.current);
  }, [open]);
  useLayoutEffect(() => {
    const dialog = box.current;
    // If it is unmounted while open, it is closed first; otherwise the focus would be lost with it.
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={box}
      role={role}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // Only the topmost of several dialogs closes, and one that must be answered does not.
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onCancel={(event) => {
        // Android's back button. A file chooser inside that is dismissed also fires cancel.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={(event) => {
        // A browser may force it to close; a dialog that must be answered opens again.
        const dialog = event.currentTarget;
        if (event.target !== dialog || !open || dialog.open) return;
        if (dismissable) onClose();
        else dialog.showModal();
      }}
      {...outside}
      style={{ "--keyboard": `${keyboard}px` } as CSSProperties}
      className={cx(
        "fixed inset-x-0 top-auto bottom-(--keyboard) m-0 w-full max-w-none flex-col overflow-hidden rounded-t-3xl bg-card text-ink shadow-lift outline-none open:flex",
        "animate-sheet-in backdrop:animate-fade-in backdrop:bg-scrim data-leaving:opacity-0 data-leaving:backdrop:opacity-0",
        "sm:inset-y-0 sm:m-auto sm:w-[calc(100%-3rem)] sm:animate-rise sm:rounded-3xl",
        tall ? heights.tall : heights.content,
        sizes[size],
      )}
    >
      {stands && (
        <>
          <div className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 pb-2 sm:ps-6">
            <h2 id={heading} className="min-w-0 pt-1.5 text-xl font-semibold text-balance">
              <Isolate>{title}</Isolate>
            </h2>
            {dismissable && role === "dialog" && (
              <IconButton icon="close" label={closeLabel} onClick={leave} />
            )}
          </div>
          {/* Not flex-1: WebKit resolves its basis of 0% to no height where the dialog is sized by its content. */}
          <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6">
            {children}
          </div>
          {footer && (
            <div className="flex flex-col gap-2 border-t border-line px-5 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:flex-row-reverse sm:px-6 sm:pb-4">
              {footer}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}

/** A press that begins and ends on the backdrop: a text selection dragged outside does not count. */
function useOutsidePress(onPress: () => void) {
  const began = useRef(false);
  // The content fills the dialog's box, so an event on the dialog itself is on its backdrop.
  const onScrim = (event: MouseEvent) => event.target === event.currentTarget;
  return {
    onMouseDown: (event: MouseEvent) => {
      began.current = onScrim(event);
    },
    onClick: (event: MouseEvent) => {
      if (began.current && onScrim(event)) onPress();
      began.current = false;
    },
  };
}

/** The height in pixels by which a phone's keyboard covers the page. */
function useKeyboardHeight(open: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!open || !seen) return;
    const measure = () => {
      // When the page is zoomed in, the difference is not a keyboard.
      setHeight(
        seen.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop)),
      );
    };
    measure();
    seen.addEventListener("resize", measure);
    seen.addEventListener("scroll", measure);
    return () => {
      seen.removeEventListener("resize", measure);
      seen.removeEventListener("scroll", measure);
    };
  }, [open]);
  return height;
}

export default Dialog;
