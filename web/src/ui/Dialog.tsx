import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { AriaLanguage } from "./AriaLanguage";
import { cx } from "./cx";
import { IconButton } from "./IconButton";

const sizes = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-3xl" } as const;

export interface DialogProps {
  open: boolean;
  /** Escape, a press outside, and the cross. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Stays in sight below what scrolls: the one primary action. */
  footer?: ReactNode;
  size?: keyof typeof sizes;
  /** False while it must be answered: no cross, no Escape, no press outside. */
  dismissable?: boolean;
  /** An alertdialog asks one question: its answers are its way out, so it has no cross. */
  role?: "dialog" | "alertdialog";
}

/**
 * Something to settle before going on: a sheet from below on phones, a card in the middle elsewhere.
 * Keeps the focus inside, and gives it back to where it was. Load it with React.lazy.
 */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  size = "md",
  dismissable = true,
  role = "dialog",
}: DialogProps) {
  return (
    <AriaLanguage>
      <ModalOverlay
        isOpen={open}
        onOpenChange={(now) => {
          if (!now) onClose();
        }}
        isDismissable={dismissable}
        isKeyboardDismissDisabled={!dismissable}
        className="fixed inset-x-0 top-0 z-50 flex h-(--visual-viewport-height) items-end justify-center bg-scrim data-entering:animate-fade-in data-exiting:animate-fade-out sm:items-center sm:p-6"
      >
        <Modal
          className={cx(
            "flex max-h-[94%] w-full flex-col overflow-hidden rounded-t-3xl bg-card text-ink shadow-lift sm:max-h-full sm:rounded-3xl",
            "data-entering:animate-sheet-in data-exiting:animate-sheet-out sm:data-entering:animate-rise sm:data-exiting:animate-sink",
            sizes[size],
          )}
        >
          <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
            <div className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 pb-2 sm:ps-6">
              <Heading
                slot="title"
                level={2}
                className="min-w-0 pt-1.5 text-xl font-semibold text-balance"
              >
                {title}
              </Heading>
              {dismissable && role === "dialog" && (
                <IconButton icon="close" label={closeLabel} onClick={onClose} />
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6">
              {children}
            </div>
            {footer && (
              <div className="flex flex-col gap-2 border-t border-line px-5 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:flex-row-reverse sm:px-6 sm:pb-4">
                {footer}
              </div>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}

export default Dialog;
