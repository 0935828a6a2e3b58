import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "./cx";
import {
  areaAt,
  boxAround,
  type Flat,
  fromFlat,
  type LatLng,
  type MapArea,
  placeInside,
  toFlat,
} from "./geo";
import { Icon } from "./Icon";
import { MapGround } from "./MapGround";
import {
  fromScreen,
  type MapView,
  nudged,
  panned,
  type Size,
  toScreen,
  viewOf,
  withInSight,
  zoomed,
} from "./mapView";
import { VisuallyHidden } from "./VisuallyHidden";

export interface MapPickerLabels {
  map: string;
  /** How it is used, for keyboard and ear. */
  instructions: string;
  pin: string;
  zoomIn: string;
  zoomOut: string;
}

export interface MapPickerProps {
  areas: readonly MapArea[];
  value: LatLng | null;
  /** After a tap, at the end of a drag, and at each arrow key; with the area the place lies in. */
  onChange: (place: LatLng, area: MapArea | null) => void;
  labels: MapPickerLabels;
  /** The pin's place in words, said whenever it has moved. */
  describe: (place: LatLng, area: MapArea | null) => string;
  /** Brings a place, or a whole area by its id, into sight whenever it changes. */
  focusOn?: LatLng | string | null;
  water?: readonly (readonly LatLng[])[];
  /** Raster tiles under the outlines, where the operator has a service for them. */
  tiles?: { template: string; attribution: string } | undefined;
  className?: string;
}

const arrows: Record<string, Flat> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Pixels a finger may tremble and still have tapped. */
const tremble = 6;

/** An application takes its keys itself, so the keyboard must be able to reach it. */
const reachable = { tabIndex: 0 };

const startSize: Size = { width: 640, height: 384 };

/**
 * A map of the outlines it is given, with a pin that is dragged, tapped to, or moved by arrow keys.
 * Needs no service outside. Runs in the browser only: load it with React.lazy.
 */
export function MapPicker({
  areas,
  value,
  onChange,
  labels,
  describe,
  focusOn,
  water = [],
  tiles,
  className,
}: MapPickerProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(startSize);
  const [view, setView] = useState<MapView>(() => startView(areas, focusOn ?? value, startSize));
  const [dragged, setDragged] = useState<LatLng | null>(null);
  const [said, setSaid] = useState("");
  const pointers = useRef(new Map<number, Flat>());
  const travelled = useRef(0);

  // The frame's real size, from the first picture on.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    function measure() {
      if (!element || element.clientWidth === 0) return;
      setSize({ width: element.clientWidth, height: element.clientHeight });
    }
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The first view is made for a size that was only guessed.
  const fitted = useRef(false);
  useLayoutEffect(() => {
    if (fitted.current || size === startSize) return;
    fitted.current = true;
    setView(startView(areas, focusOn ?? value, size));
  }, [areas, focusOn, value, size]);

  const focusKey =
    typeof focusOn === "string" ? focusOn : focusOn ? `${focusOn.lat},${focusOn.lng}` : "";
  const latest = useRef({ areas, size, focusOn });
  useLayoutEffect(() => {
    latest.current = { areas, size, focusOn };
  });
  useEffect(() => {
    const now = latest.current;
    if (focusKey === "" || !now.focusOn) return;
    const target = now.focusOn;
    if (typeof target !== "string") {
      setView((before) => ({ centre: toFlat(target), zoom: Math.max(before.zoom, 13.5) }));
      return;
    }
    const area = now.areas.find(({ id }) => id === target);
    if (area) setView((before) => areaView(area, now.size) ?? before);
  }, [focusKey]);

  // Not a React handler: those cannot keep the page from scrolling.
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    function onWheel(event: WheelEvent) {
      if (!element) return;
      event.preventDefault();
      const at = within(element, event);
      const { size: now } = latest.current;
      setView((before) => zoomed(before, now, -event.deltaY / (event.ctrlKey ? 80 : 320), at));
    }
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  function put(place: LatLng) {
    const area = areaAt(areas, place);
    setSaid(describe(place, area));
    onChange(place, area);
  }

  function onSurfaceDown(event: PointerEvent<HTMLDivElement>) {
    if (pointers.current.size === 0) travelled.current = 0;
    pointers.current.set(event.pointerId, within(event.currentTarget, event));
    event.currentTarget.setPointerCapture?.(event.pointerId);
  }
  function onSurfaceMove(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = within(event.currentTarget, event);
    const by = { x: now.x - before.x, y: now.y - before.y };
    travelled.current += Math.hypot(by.x, by.y);
    const other = [...pointers.current].find(([pointer]) => pointer !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) {
      if (travelled.current > tremble) setView((view) => panned(view, by));
      return;
    }
    const apart = Math.hypot(now.x - other.x, now.y - other.y);
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    travelled.current = Number.POSITIVE_INFINITY;
    setView((view) =>
      panned(zoomed(view, size, Math.log2(Math.max(apart, 1) / Math.max(was, 1)), middle), {
        x: by.x / 2,
        y: by.y / 2,
      }),
    );
  }
  function onSurfaceUp(event: PointerEvent<HTMLDivElement>) {
    const at = pointers.current.get(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (!at || event.type !== "pointerup" || travelled.current > tremble) return;
    put(fromFlat(fromScreen(view, size, at)));
  }
  function onSurfaceKey(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (arrow) setView((view) => panned(view, { x: -arrow.x * 64, y: -arrow.y * 64 }));
    else if (event.key === "+" || event.key === "=") setView((view) => zoomed(view, size, 0.5));
    else if (event.key === "-") setView((view) => zoomed(view, size, -0.5));
    else if (event.key === "Enter" || event.key === " ") put(fromFlat(view.centre));
    else return;
    event.preventDefault();
  }

  const grip = useRef<Flat | null>(null);
  function onPinDown(event: PointerEvent<HTMLButtonElement>) {
    if (!value || !surface.current) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const at = within(surface.current, event);
    const tip = toScreen(view, size, toFlat(value));
    // Held where it was taken, not by its tip.
    grip.current = { x: tip.x - at.x, y: tip.y - at.y };
    travelled.current = 0;
  }
  function onPinMove(event: PointerEvent<HTMLButtonElement>) {
    if (!grip.current || !surface.current) return;
    const at = within(surface.current, event);
    const tip = { x: at.x + grip.current.x, y: at.y + grip.current.y };
    setDragged(fromFlat(fromScreen(view, size, tip)));
  }
  function onPinUp(event: PointerEvent<HTMLButtonElement>) {
    if (dragged && event.type === "pointerup") put(dragged);
    grip.current = null;
    setDragged(null);
  }
  function onPinKey(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (!arrow || !value) return;
    event.preventDefault();
    const step = event.shiftKey ? 40 : 8;
    const place = nudged(view, value, { x: arrow.x * step, y: arrow.y * step });
    setView((view) => withInSight(view, size, place));
    put(place);
  }

  const shown = dragged ?? value;
  const tip = shown && toScreen(view, size, toFlat(shown));
  const here = shown && areaAt(areas, shown);
  return (
    <div className={cx("relative isolate overflow-hidden rounded-card bg-tint", className)}>
      <div ref={frame} dir="ltr" className="relative h-72 w-full sm:h-96">
        <div
          ref={surface}
          role="application"
          {...reachable}
          aria-label={labels.map}
          aria-describedby={`${id}-how`}
          onPointerDown={onSurfaceDown}
          onPointerMove={onSurfaceMove}
          onPointerUp={onSurfaceUp}
          onPointerCancel={onSurfaceUp}
          onKeyDown={onSurfaceKey}
          className="absolute inset-0 cursor-grab touch-none outline-offset-[-4px] active:cursor-grabbing"
        >
          <MapGround
            view={view}
            size={size}
            areas={areas}
            chosen={here?.id}
            water={water}
            tileTemplate={tiles?.template}
          />
        </div>
        {tip && shown && (
          <button
            type="button"
            aria-label={`${labels.pin}: ${describe(shown, here)}`}
            aria-describedby={`${id}-how`}
            onPointerDown={onPinDown}
            onPointerMove={onPinMove}
            onPointerUp={onPinUp}
            onPointerCancel={onPinUp}
            onKeyDown={onPinKey}
            style={{ transform: `translate(${tip.x - 24}px, ${tip.y - 46}px)` }}
            className="absolute start-0 top-0 flex size-12 cursor-grab touch-none items-end justify-center rounded-full text-go active:cursor-grabbing"
          >
            <svg
              viewBox="0 0 40 48"
              width="40"
              height="48"
              aria-hidden="true"
              className="drop-shadow-md"
            >
              <path
                d="M20 46S5 31 5 18a15 15 0 0 1 30 0c0 13-15 28-15 28Z"
                fill="currentColor"
                strokeWidth="2"
                className="stroke-card"
              />
              <circle cx="20" cy="18" r="6" className="fill-card" />
            </svg>
          </button>
        )}
      </div>
      <div className="absolute end-3 bottom-3 flex flex-col overflow-hidden rounded-control bg-card shadow-soft ring-1 ring-line">
        <ZoomButton
          icon="plus"
          label={labels.zoomIn}
          onPress={() => setView((view) => zoomed(view, size, 1))}
        />
        <ZoomButton
          icon="minus"
          label={labels.zoomOut}
          onPress={() => setView((view) => zoomed(view, size, -1))}
        />
      </div>
      {tiles && (
        <p className="absolute start-0 bottom-0 rounded-se-control bg-card/85 px-2 py-0.5 text-xs text-ink">
          <bdi>{tiles.attribution}</bdi>
        </p>
      )}
      <VisuallyHidden id={`${id}-how`}>{labels.instructions}</VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

export default MapPicker;

function ZoomButton({
  icon,
  label,
  onPress,
}: {
  icon: "plus" | "minus";
  label: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="flex size-11 items-center justify-center outline-offset-[-4px] hover:bg-tint"
    >
      <Icon name={icon} />
    </button>
  );
}

/** Around a place or an area if there is one, else all of it. */
function startView(areas: readonly MapArea[], at: LatLng | string | null, size: Size): MapView {
  if (at && typeof at !== "string") return { centre: toFlat(at), zoom: 13 };
  const area = areas.find(({ id }) => id === at);
  const box = boxAround(areas.flatMap(({ rings }) => rings.flat()));
  return (
    (area && areaView(area, size)) ??
    (box ? viewOf(box, size) : { centre: toFlat({ lat: 0, lng: 0 }), zoom: 8 })
  );
}

/** As near as shows a whole area, with a place inside it in the middle: its box's may lie outside. */
function areaView(area: MapArea, size: Size): MapView | null {
  const box = boxAround(area.rings.flat());
  const middle = placeInside(area);
  return box && middle && { ...viewOf(box, size), centre: toFlat(middle) };
}

function within(element: Element, event: { clientX: number; clientY: number }): Flat {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
