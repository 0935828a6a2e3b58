import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { District } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { kilometres } from "../../../../shop/branches/model";
import { areaAt, areaOf, boxAround, type Flat, type LatLng, toFlat } from "../../../../ui/geo";
import { MapCredit, MapGround } from "../../../../ui/MapGround";
import { MapPin } from "../../../../ui/MapPin";
import {
  type MapView,
  panned,
  type Size,
  scaleOf,
  toScreen,
  viewOf,
  zoomShowing,
} from "../../../../ui/mapView";
import { guideIn } from "../guide";
import { configuredTiles } from "../tiles";

export interface WayMapProps {
  districts: readonly District[];
  /** The branch. */
  from: LatLng;
  /** The address; null if the order is collected. */
  to: LatLng | null;
  /** The text alternative of the map. */
  label: string;
}

/** The height of a pin above its place, in pixels. */
const rise = 46;
/** The metres from top to bottom that show enough surroundings to recognise a place. */
const known = 4500;
/** For a short way the map zooms in until the pins are apart, but never shows fewer metres than this. */
const least = 600;
const apart = 96;
/** The zoom for a branch alone, which customers locate by its surroundings. */
const around = 14.5;

/** A static picture of the shop's map: a branch, and the straight way to an address. */
export default function WayMap({ districts, from, to, label }: WayMapProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const areas = useMemo(() => districts.map(areaOf), [districts]);
  const tiles = useMemo(configuredTiles, []);
  const guide = useMemo(() => {
    const all = guideIn(i18n.language);
    // A station's round mark next to the way looks like the courier.
    return { ...all, marks: all.marks.filter(({ kind }) => kind !== "station") };
  }, [i18n.language]);
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 358, height: 192 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0)
        setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);

  const box = boxAround(to ? [from, to] : [from]);
  if (!box) return null;
  const room = { width: size.width - 48, height: size.height - rise - 24 };
  const nearest = to ? nearestOf(from, to, size.height) : around;
  const view: MapView = panned(viewOf(box, room, nearest), { x: 0, y: rise / 2 });
  const ends = [from, ...(to ? [to] : [])].map((one) => toScreen(view, size, toFlat(one)));
  const [start, end] = ends as [Flat, Flat?];
  const area = areaAt(areas, to ?? from);
  const step = stepOf(view.zoom, from.lat);
  // Labels avoid the pins and the way.
  const kept = [
    ...ends.map(({ x, y }) => ({ x, y: y - rise / 2, half: 20, rise: rise / 2 })),
    ...(end ? along(start, end).map((at) => ({ ...at, half: 6, rise: 6 })) : []),
  ];
  return (
    <div
      ref={frame}
      dir="ltr"
      role="img"
      aria-label={label}
      className="relative isolate h-48 overflow-hidden rounded-control bg-tint ring-1 ring-line sm:h-56"
    >
      <MapGround
        view={view}
        size={size}
        areas={areas}
        chosen={area?.id}
        guide={guide}
        tiles={tiles}
        kept={kept}
      />
      {!tiles && <Rings at={end ?? start} step={step} size={size} />}
      {end && (
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <path
            d={arc(start, end)}
            fill="none"
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray="1 8"
            className="stroke-ink"
          />
        </svg>
      )}
      <EndPin at={start} className="text-ink" icon="store" />
      {end && <EndPin at={end} className="text-go" icon="home" />}
      {to && (
        <span
          dir="auto"
          className="absolute start-2 top-2 rounded-full bg-card px-2.5 text-xs leading-6 font-medium shadow-soft"
        >
          {[
            area?.label,
            t("branches:km", {
              km: format.number(kilometres({ distance_m: metres(from, to) }) ?? 0, 1),
            }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      )}
      {tiles ? (
        <MapCredit tiles={tiles} />
      ) : (
        <span dir="auto" className="absolute end-2 bottom-1.5 text-xs text-ink">
          <span
            className="block h-1.5 border-x-2 border-b-2 border-ink/50"
            style={{ width: step.wide }}
          />
          {t("branches:km", { km: format.number(step.metres / 1000, 2) })}
        </span>
      )}
    </div>
  );
}

/** Concentric rings at equal steps, by which distances can be estimated: the map has no streets. */
function Rings({ at, step, size }: { at: Flat; step: Step; size: Size }) {
  const most = Math.ceil(Math.hypot(size.width, size.height) / step.wide);
  const radii = Array.from({ length: most }, (_, ring) => (ring + 1) * step.wide);
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full fill-none stroke-card/60">
      {radii.map((r) => (
        <circle key={r} cx={at.x} cy={at.y} r={r} strokeWidth="1.5" />
      ))}
    </svg>
  );
}

interface Step {
  metres: number;
  /** In pixels. */
  wide: number;
}

/** The smallest round distance that is wide enough to be legible. */
function stepOf(zoom: number, lat: number): Step {
  const metre = 1 / (degree * 360 * Math.cos((lat * Math.PI) / 180));
  const [first = 0] = steps.filter((metres) => metres * metre * scaleOf(zoom) >= 48);
  const metres = first || 20_000;
  return { metres, wide: metres * metre * scaleOf(zoom) };
}

/** A degree from north to south, in metres. */
const degree = 111_320;
/** Round distances, in metres. */
const steps = [100, 250, 500, 1_000, 2_000, 5_000, 10_000];

/** The straight-line distance. */
function metres(from: LatLng, to: LatLng): number {
  const across = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return Math.hypot(to.lat - from.lat, across) * degree;
}

function nearestOf(from: LatLng, to: LatLng, height: number): number {
  const zoom = zoomShowing(known, height, from.lat);
  const [start, end] = [toFlat(from), toFlat(to)];
  const between = Math.hypot(end.x - start.x, end.y - start.y) * scaleOf(zoom);
  return Math.min(
    zoom + Math.max(0, Math.log2(apart / between)),
    zoomShowing(least, height, from.lat),
  );
}

function EndPin({ at, icon, className }: { at: Flat; icon: "store" | "home"; className: string }) {
  return (
    <span
      className={`absolute start-0 top-0 ${className}`}
      style={{ transform: `translate(${at.x - 20}px, ${at.y - rise}px)` }}
    >
      <MapPin icon={icon} />
    </span>
  );
}

/** Bent slightly upwards, because it indicates a way and not a straight line. */
function bend(from: Flat, to: Flat): Flat {
  const lift = Math.hypot(to.x - from.x, to.y - from.y) / 5;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - lift };
}

function arc(from: Flat, to: Flat): string {
  const { x, y } = bend(from, to);
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}

/** Points along the arc. */
function along(from: Flat, to: Flat): Flat[] {
  const by = bend(from, to);
  return Array.from({ length: 15 }, (_, at) => {
    const share = (at + 1) / 16;
    const part = (axis: "x" | "y") =>
      (1 - share) ** 2 * from[axis] + 2 * share * (1 - share) * by[axis] + share ** 2 * to[axis];
    return { x: part("x"), y: part("y") };
  });
}
