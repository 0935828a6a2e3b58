import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "./cx";
import {
  boxAround,
  type Flat,
  fromFlat,
  type LatLng,
  type MapArea,
  placeInside,
  toFlat,
  together,
} from "./geo";
import { Icon } from "./Icon";
import { MapCredit, MapGround } from "./MapGround";
import type { Box, MapGuide } from "./mapLabels";
import {
  fromScreen,
  type MapTiles,
  type MapView,
  panned,
  type Size,
  viewOf,
  zoomed,
} from "./mapView";
import { VisuallyHidden } from "./VisuallyHidden";

export interface MapFrameLabels {
  map: string;
  /** Instructions for keyboard and screen reader users. */
  instructions: string;
  zoomIn: string;
  zoomOut: string;
}

/** The state of the map that the children need. */
export interface MapSight {
  view: MapView;
  size: Size;
  setView: Dispatch<SetStateAction<MapView>>;
  surface: RefObject<HTMLDivElement | null>;
}

export interface MapFrameProps {
  areas: readonly MapArea[];
  /** The highlighted area. */
  chosen?: string | undefined;
  labels: MapFrameLabels;
  /** Called on a tap, or on Enter with the map's middle. */
  onTap: (place: LatLng) => void;
  /** Brings a place, or a whole area by its id, into view whenever it changes. */
  focusOn: LatLng | string | null;
  /** The initial view, where it differs. */
  startAt?: LatLng | null | undefined;
  /** The position of a pin: names are placed away from it. */
  pin?: LatLng | null | undefined;
  /** Landmarks for orientation, where there are no tiles. */
  guide?: MapGuide | undefined;
  tiles?: MapTiles | undefined;
  /** Announced whenever it changes. */
  said: string;
  className?: string | undefined;
  /** As high as in a dialog with little other content. */
  tall?: boolean | undefined;
  /** The content on top of the map: pins, lines. */
  children: (sight: MapSight, help: string) => ReactNode;
}

export const arrows: Record<string, Flat> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The movement in pixels up to which a press still counts as a tap. */
const tremble = 6;

/**
 * An element with the role "application" handles its keys itself, so it must be reachable by keyboard.
 */
const reachable = { tabIndex: 0 };

const startSize: Size = { width: 640, height: 384 };

/** A map of given outlines that can be moved, zoomed and tapped; its children are drawn on top. */
export function MapFrame({
  areas,
  chosen,
  labels,
  onTap,
  focusOn,
  startAt = null,
  pin = null,
  guide,
  tiles,
  said,
  className,
  tall = false,
  children,
}: MapFrameProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(startSize);
  /** Names are placed away from the buttons, which are at the end of the line. */
  const [kept, setKept] = useState<readonly Box[]>([]);
  const [view, setView] = useState<MapView>(() => startView(areas, focusOn ?? startAt, startSize));
  const pointers = useRef(new Map<number, Flat>());
  const travelled = useRef(0);

  // The frame's real size, from the first render on.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    function measure() {
      if (!element || element.clientWidth === 0) return;
      const now = { width: element.clientWidth, height: element.clientHeight };
      setSize(now);
      // The frame itself is laid out from left to right in every language.
      const around = element.parentElement ?? element;
      const leftward = getComputedStyle(around).direction === "rtl";
      setKept([{ x: leftward ? 34 : now.width - 34, y: now.height - 56, half: 24, rise: 48 }]);
    }
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The first view was computed for a guessed size.
  const fitted = useRef(false);
  useLayoutEffect(() => {
    // Areas may load later than the map: until then there is nothing to bring into view.
    if (fitted.current || size === startSize || areas.length === 0) return;
    fitted.current = true;
    setView(startView(areas, focusOn ?? startAt, size));
  }, [areas, focusOn, startAt, size]);

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

  // Not a React handler: those cannot prevent the page from scrolling.
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
    onTap(fromFlat(fromScreen(view, size, at)));
  }
  function onSurfaceKey(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (arrow) setView((view) => panned(view, { x: -arrow.x * 64, y: -arrow.y * 64 }));
    else if (event.key === "+" || event.key === "=") setView((view) => zoomed(view, size, 0.5));
    else if (event.key === "-") setView((view) => zoomed(view, size, -0.5));
    else if (event.key === "Enter" || event.key === " ") onTap(fromFlat(view.centre));
    else return;
    event.preventDefault();
  }

  return (
    <div className={cx("relative isolate overflow-hidden rounded-card bg-tint", className)}>
      <div
        ref={frame}
        dir="ltr"
        className={cx(
          "relative w-full",
          tall ? "h-[max(18rem,55dvh)] sm:h-[max(18rem,51dvh)]" : "h-72 sm:h-96",
        )}
      >
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
            chosen={chosen}
            guide={guide}
            tiles={tiles}
            pin={pin}
            kept={kept}
          />
        </div>
        {children({ view, size, setView, surface }, `${id}-how`)}
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
      {tiles && <MapCredit tiles={tiles} />}
      <VisuallyHidden id={`${id}-how`}>{labels.instructions}</VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

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

/** Returns a view of a location or an area if there is one, otherwise of everything. */
function startView(areas: readonly MapArea[], at: LatLng | string | null, size: Size): MapView {
  if (at && typeof at !== "string") return { centre: toFlat(at), zoom: 13 };
  const area = areas.find(({ id }) => id === at);
  const box = boxAround(together(areas).flatMap(({ rings }) => rings.flat()));
  return (
    (area && areaView(area, size)) ??
    (box ? viewOf(box, size) : { centre: toFlat({ lat: 0, lng: 0 }), zoom: 8 })
  );
}

/** The closest view of a whole area, centred on a place inside it: the centre of its box may lie outside. */
function areaView(area: MapArea, size: Size): MapView | null {
  const box = boxAround(area.rings.flat());
  const middle = placeInside(area);
  return box && middle && { ...viewOf(box, size), centre: toFlat(middle) };
}

export function within(element: Element, event: { clientX: number; clientY: number }): Flat {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
