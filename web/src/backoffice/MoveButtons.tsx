import { useRef } from "react";
import { useTranslation } from "../lib/translation";
import { IconButton } from "../ui/IconButton";

export interface MoveButtonsProps {
  /** The row's place among its list's items. */
  at: number;
  count: number;
  what: string;
  onMove: (to: number) => void;
}

/** Moves a row up or down in its list; the focus moves with it, so that pressing again moves the same row further. */
export function MoveButtons({ at, count, what, onMove }: MoveButtonsProps) {
  const { t } = useTranslation("backoffice");
  const place = useRef<HTMLSpanElement>(null);
  function move(by: 1 | -1) {
    const list = place.current?.closest("ul, ol");
    onMove(at + by);
    requestAnimationFrame(() => {
      const buttons = list?.children[at + by]?.querySelectorAll<HTMLButtonElement>("[data-move]");
      const of = (way: number) =>
        [...(buttons ?? [])].find(
          (one) => one.dataset.move === String(way) && one.ariaDisabled !== "true",
        );
      (of(by) ?? of(-by))?.focus();
    });
  }
  // At the ends a button does nothing but stays enabled: a disabled one would lose the focus.
  const button = (by: 1 | -1) => {
    const end = at + by < 0 || at + by >= count;
    return (
      <IconButton
        icon={by < 0 ? "chevron-up" : "chevron-down"}
        label={t(by < 0 ? "move_up" : "move_down", { what })}
        data-move={by}
        aria-disabled={end || undefined}
        className={end ? "opacity-40" : undefined}
        onClick={() => !end && move(by)}
      />
    );
  };
  return (
    <span ref={place} className="inline-flex">
      {button(-1)}
      {button(1)}
    </span>
  );
}
