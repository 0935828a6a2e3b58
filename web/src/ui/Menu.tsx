import type { RefObject } from "react";
import { Menu as AriaMenu, MenuItem } from "react-aria-components/Menu";
import { type Placement, Popover } from "react-aria-components/Popover";
import { AriaLanguage } from "./AriaLanguage";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";

export interface MenuEntry {
  id: string;
  label: string;
  hint?: string | undefined;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button to which the menu is attached. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  items: readonly MenuEntry[];
  /** Called with the id of the chosen action; the menu closes automatically. */
  onAction: (id: string) => void;
  placement?: Placement;
}

/**
 * A menu of a few actions. MenuButton renders the button and loads this component when it is needed.
 */
export function Menu({
  open,
  onOpenChange,
  anchor,
  label,
  items,
  onAction,
  placement = "bottom end",
}: MenuProps) {
  return (
    <AriaLanguage>
      <Popover
        triggerRef={anchor}
        trigger="MenuTrigger"
        isOpen={open}
        onOpenChange={onOpenChange}
        placement={placement}
        aria-label={label}
        className="z-50 min-w-48 max-w-[min(20rem,calc(100vw-2rem))] overflow-y-auto rounded-card bg-card p-1.5 text-ink shadow-lift ring-1 ring-line data-entering:animate-rise data-exiting:animate-sink"
      >
        <AriaMenu
          aria-label={label}
          autoFocus="first"
          onClose={() => onOpenChange(false)}
          onAction={(id) => onAction(String(id))}
          disabledKeys={items.filter((item) => item.disabled).map((item) => item.id)}
          className="outline-none"
        >
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              className={cx(
                "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none data-focused:bg-go-soft data-disabled:cursor-default data-disabled:text-muted data-disabled:opacity-70",
                item.danger && "text-trouble-text data-focused:bg-trouble-soft",
              )}
            >
              {item.icon && <Icon name={item.icon} />}
              <span className="min-w-0">
                <span className="block">{item.label}</span>
                {item.hint && <span className="block text-sm text-muted">{item.hint}</span>}
              </span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </AriaLanguage>
  );
}

export default Menu;
