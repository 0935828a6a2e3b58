import type { ReactNode, RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover, type Placement } from "react-aria-components/Popover";
import { AriaLanguage } from "./AriaLanguage";

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it belongs to; a plain button of the caller's, with aria-haspopup="dialog". */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  placement?: Placement;
  children: ReactNode;
}

/** A small card beside the thing it belongs to. Load it with React.lazy. */
export function Popover({
  open,
  onOpenChange,
  anchor,
  label,
  placement = "bottom",
  children,
}: PopoverProps) {
  return (
    <AriaLanguage>
      <AriaPopover
        triggerRef={anchor}
        isOpen={open}
        onOpenChange={onOpenChange}
        placement={placement}
        className="z-50 max-w-[min(24rem,calc(100vw-2rem))] overflow-y-auto rounded-card bg-card text-ink shadow-lift ring-1 ring-line data-entering:animate-rise data-exiting:animate-sink"
      >
        <Dialog aria-label={label} className="p-4 outline-none">
          {children}
        </Dialog>
      </AriaPopover>
    </AriaLanguage>
  );
}

export default Popover;
