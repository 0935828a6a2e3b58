import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { moved } from "./model";

/**
 * The order of a few things by dragging a handle, with a mouse or a thumb, or by its arrow keys.
 * Each thing's element has data-place; the handle takes what `handle(place)` answers.
 */
export function useReorder<T>(list: readonly T[], onChange: (list: T[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);

  function placeUnder(event: PointerEvent): number | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest<HTMLElement>("[data-place]")?.dataset.place;
    return place === undefined ? null : Number(place);
  }
  const move = (from: number, to: number) => {
    if (to >= 0 && to < list.length && to !== from) onChange(moved(list, from, to));
  };
  const handle = (place: number) => ({
    style: { touchAction: "none" as const },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setDragged(place);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged === null) return;
      const to = placeUnder(event);
      if (to === null || to === dragged) return;
      move(dragged, to);
      setDragged(to);
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
      const step = {
        ArrowRight: rtl ? -1 : 1,
        ArrowLeft: rtl ? 1 : -1,
        ArrowDown: 1,
        ArrowUp: -1,
        Home: -place,
        End: list.length - 1 - place,
      }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      move(place, place + step);
    },
  });
  return { dragged, handle };
}
