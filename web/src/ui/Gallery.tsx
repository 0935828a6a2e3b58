import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cx } from "./cx";
import { Picture } from "./Picture";
import type { Tint } from "./tint";

export interface GalleryProps {
  /** At least two; use Picture for a single one. */
  pictures: readonly { src: string; srcset: string; width: number; height: number }[];
  /** The src of the picture to turn to, whenever it changes. */
  shown: string;
  /** The subject of the pictures. */
  name: string;
  /** The label of a picture among the others: "Picture 2 of 3". */
  labelOf: (place: number) => string;
  sizes: string;
  tint?: Tint;
  className?: string;
}

/**
 * Several pictures of one item, changed by swiping, with the arrow keys, or by selecting one below.
 */
export function Gallery({ pictures, shown, name, labelOf, sizes, tint, className }: GalleryProps) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);

  function go(place: number) {
    const box = list.current;
    if (!box || place < 0 || place >= pictures.length) return;
    setAt(place);
    const back = getComputedStyle(box).direction === "rtl" ? -1 : 1;
    box.scrollLeft = place * box.clientWidth * back;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing but another choice turns it
  useEffect(() => go(pictures.findIndex((one) => one.src === shown)), [shown]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    go(at + ((event.key === "ArrowRight") === rtl ? -1 : 1));
  }
  return (
    <div className={cx("flex min-w-0 flex-col gap-2", className)}>
      <ul
        ref={list}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is swiped is reached by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: box }) => {
          if (box.clientWidth > 0) setAt(Math.round(Math.abs(box.scrollLeft) / box.clientWidth));
        }}
        className="scroll-quiet flex snap-x snap-mandatory overflow-x-auto rounded-card max-sm:rounded-none motion-safe:scroll-smooth"
      >
        {pictures.map((one, place) => (
          <li key={one.src} className="w-full shrink-0 snap-center snap-always">
            <Picture
              {...one}
              sizes={sizes}
              alt={place === 0 ? name : labelOf(place)}
              {...(tint ? { tint } : {})}
              priority={place === 0}
              className={cx(
                "max-md:h-60 max-md:w-full max-sm:rounded-none",
                place === 0 && "shared-picture",
              )}
            />
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap justify-center gap-1">
        {pictures.map((one, place) => (
          <li key={one.src}>
            <button
              type="button"
              aria-label={labelOf(place)}
              aria-current={place === at || undefined}
              onClick={() => go(place)}
              className={cx(
                "flex size-12 items-center justify-center rounded-control border-2",
                place === at ? "border-go" : "border-transparent",
              )}
            >
              <Picture
                src={one.src}
                alt=""
                width={one.width}
                height={one.height}
                {...(tint ? { tint } : {})}
                className="size-10"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
