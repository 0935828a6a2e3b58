import { Suspense, useRef, useState } from "react";
import { part } from "../lib/part";
import { Isolate } from "../lib/words";
import { Button } from "./Button";
import type { ButtonLook } from "./buttonLook";
import type { IconName } from "./Icon";
import { IconButton } from "./IconButton";
import type { MenuEntry } from "./Menu";

const Menu = part(() => import("./Menu"));

export interface MenuButtonProps extends ButtonLook {
  label: string;
  icon?: IconName;
  /** Shows only the icon; the label is for screen readers only. */
  iconOnly?: boolean;
  items: readonly MenuEntry[];
  onAction: (id: string) => void;
  /** Called when the pointer comes near or the menu opens, to load its content. */
  onNear?: (() => void) | undefined;
}

/** A plain button whose menu is loaded at the first press. */
export function MenuButton({
  label,
  icon = "more",
  iconOnly = false,
  items,
  onAction,
  onNear,
  ...look
}: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const shared = {
    ref: anchor,
    "aria-haspopup": "menu",
    "aria-expanded": open,
    onPointerEnter: onNear,
    onFocus: onNear,
    onClick: () => {
      setWanted(true);
      setOpen(true);
    },
  } as const;
  return (
    <>
      {iconOnly ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : (
        <Button {...shared} {...look} iconEnd="chevron-down">
          <Isolate>{label}</Isolate>
        </Button>
      )}
      {wanted && (
        <Suspense>
          <Menu
            open={open}
            onOpenChange={setOpen}
            anchor={anchor}
            label={label}
            items={items}
            onAction={onAction}
          />
        </Suspense>
      )}
    </>
  );
}
