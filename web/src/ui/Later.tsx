import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { drawn } from "../lib/drawn";
import { again } from "../lib/part";

/** The distance from the screen, in pixels above and below it, at which a part is activated. */
const near = 200;

/** The ends of a press, with or without a click. */
const ends = ["mouseup", "dragend"] as const;

/** The path from one element down to another, as child indexes. */
function wayDown(from: Element, to: Element): number[] {
  const way: number[] = [];
  for (let one = to; one !== from; ) {
    const parent = one.parentElement;
    if (!parent) return [];
    way.unshift([...parent.children].indexOf(one));
    one = parent;
  }
  return way;
}

const goDown = (from: Element, way: readonly number[]): Element | undefined =>
  way.reduce<Element | undefined>((at, place) => at?.children[place], from);

/** The element that was focused or pressed before the part was activated. */
interface Wanted {
  way: number[];
  pressed: boolean;
}

export interface LaterProps {
  className?: string | undefined;
  /** Loads everything needed before the part can be rendered. */
  load?: (() => Promise<void>) | undefined;
  loaded?: boolean;
  children: () => ReactNode;
}

/**
 * A part of a page below the first screen. It keeps the server's markup, and costs a first visit
 * nothing, until it comes near the screen or is focused or pressed; then it is rendered in place,
 * and the focus or press is repeated on it.
 */
export function Later({ className, load, loaded = true, children }: LaterProps) {
  const [asDrawn] = useState(() => drawn.get());
  const [asleep, setAsleep] = useState(() => asDrawn || !loaded);
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted | null>(null);

  useEffect(() => {
    const part = box.current;
    if (!asleep || !part) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Rendering between a press and its release would replace the button under the finger.
    let pressing = false;
    let due: (() => void) | undefined;
    const wake = (at: (draw: () => void) => void): Promise<void> =>
      (load?.() ?? Promise.resolve()).then(
        () => {
          const draw = () => at(() => setAsleep(false));
          if (pressing) due = draw;
          else draw();
        },
        () => {
          // The network is temporarily unavailable.
          clearTimeout(timer);
          if (!gone) timer = setTimeout(() => void wake(at), again);
        },
      );
    if (!asDrawn || typeof IntersectionObserver === "undefined") {
      void wake(startTransition);
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    }
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void wake(startTransition);
      },
      { rootMargin: `${near}px 0px` },
    );
    watch.observe(part);
    const want = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const pressed = event.type === "click";
      // The focus of a press is covered by its click.
      if (pressing && !pressed) return;
      // Links work without this component.
      if (pressed && event.target.closest("a")) return;
      if (pressed) {
        event.preventDefault();
        event.stopPropagation();
        pressing = false;
        due = undefined;
      }
      wanted.current = { way: wayDown(part, event.target), pressed };
      void wake((draw) => draw());
    };
    const press = () => {
      pressing = true;
    };
    // Runs after the click, if there is one.
    const release = () =>
      setTimeout(() => {
        pressing = false;
        due?.();
        due = undefined;
      });
    part.addEventListener("mousedown", press, true);
    part.addEventListener("focusin", want);
    part.addEventListener("click", want, true);
    for (const end of ends) window.addEventListener(end, release);
    return () => {
      gone = true;
      clearTimeout(timer);
      watch.disconnect();
      part.removeEventListener("mousedown", press, true);
      part.removeEventListener("focusin", want);
      part.removeEventListener("click", want, true);
      for (const end of ends) window.removeEventListener(end, release);
    };
  }, [asleep, asDrawn, load]);

  useLayoutEffect(() => {
    const part = box.current;
    if (asleep || !part || !wanted.current) return;
    const { way, pressed } = wanted.current;
    wanted.current = null;
    const target = goDown(part, way);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    if (pressed && target) target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, [asleep]);

  if (!asleep) {
    return (
      <div ref={box} className={className}>
        {children()}
      </div>
    );
  }
  return (
    <div
      key="drawn"
      ref={box}
      className={className}
      // React does not touch content that it takes for foreign markup.
      {...(asDrawn && { dangerouslySetInnerHTML: untouched, suppressHydrationWarning: true })}
    />
  );
}

const untouched = { __html: "" };

const parts: (() => Promise<void>)[] = [];

/** Called at the server's start: the server renders all parts. */
export async function loadAllParts(): Promise<void> {
  await Promise.all(parts.map((load) => load()));
}

/** A component for below the first screen, whose code is loaded when it comes near. */
export function later<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { className?: string }> {
  let Part: ComponentType<Props> | undefined;
  const load = async () => {
    Part ??= await fetchPart();
  };
  parts.push(load);
  return function LaterPart({ className, ...props }) {
    return (
      <Later className={className} load={load} loaded={Part !== undefined}>
        {() => Part && <Part {...(props as unknown as Props)} />}
      </Later>
    );
  };
}
