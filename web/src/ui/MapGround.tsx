import { memo, useMemo } from "react";
import { cx } from "./cx";
import { type Flat, type LatLng, type MapArea, toFlat } from "./geo";
import {
  type Box,
  labelsOf,
  letteredFrom,
  type MapGuide,
  type MapMark,
  marksInSight,
  namedOf,
} from "./mapLabels";
import { type MapTiles, type MapView, type Size, scaleOf, tilesOf, toScreen } from "./mapView";

/** Outlines are computed once in steps this fine (about 4 cm) and then only moved and scaled. */
const unit = 2 ** 30;

export interface MapGroundProps {
  view: MapView;
  size: Size;
  areas: readonly MapArea[];
  chosen: string | undefined;
  guide: MapGuide | undefined;
  tiles: MapTiles | undefined;
  /** The position of a pin: names are placed away from it. */
  pin?: LatLng | null;
  /** Boxes on top of the map: names are placed away from them, too. */
  kept?: readonly Box[];
}

const none: readonly MapMark[] = [];

/** The background of the map: outlines of areas, a river, the metro and names, or raster tiles with names. */
export function MapGround({
  view,
  size,
  areas,
  chosen,
  guide,
  tiles: service,
  pin = null,
  kept,
}: MapGroundProps) {
  const origin = useMemo(() => {
    return toFlat(areas[0]?.rings[0]?.[0] ?? { lat: 30, lng: 31 });
  }, [areas]);
  const scale = scaleOf(view.zoom);
  const at = toScreen(view, size, origin);
  const move = `translate(${at.x} ${at.y}) scale(${scale / unit})`;
  const tiles = service ? tilesOf(service, view, size) : [];
  // Raster tiles already contain all of it.
  const drawn = tiles.length === 0 ? guide : undefined;
  const marks = drawn?.marks ?? none;
  const named = useMemo(() => namedOf(areas, chosen), [areas, chosen]);
  const seen = useMemo(() => marksInSight(view, size, marks), [view, size, marks]);
  const labels = useMemo(
    () => labelsOf(view, size, named, chosen, pin, seen, kept),
    [view, size, named, chosen, pin, seen, kept],
  );
  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      className="pointer-events-none absolute inset-0 block select-none"
    >
      {tiles.map((tile) => (
        <image
          key={tile.key}
          href={tile.href}
          x={tile.x}
          y={tile.y}
          width={tile.side}
          height={tile.side}
        />
      ))}
      <g transform={move}>
        <Outlines areas={areas} chosen={chosen} origin={origin} faint={tiles.length > 0} />
        {drawn && <River water={drawn.water} origin={origin} />}
        {drawn && <Metro lines={drawn.lines} origin={origin} />}
      </g>
      {seen.map(({ mark, at }) => (
        <Dot
          key={`${mark.kind}${mark.at.lat},${mark.at.lng}`}
          kind={mark.kind}
          at={at}
          lettered={view.zoom >= letteredFrom}
        />
      ))}
      {labels.map(({ key, text, x, y, half, anchor, area }) => (
        <text
          key={key}
          x={anchor === "start" ? x - half : anchor === "end" ? x + half : x}
          y={y}
          textAnchor={anchor}
          dominantBaseline="central"
          strokeWidth={3.5}
          strokeLinejoin="round"
          className={cx(
            // A name that begins with a number ("6 أكتوبر") is read in its own direction.
            "stroke-card [paint-order:stroke] [unicode-bidi:plaintext]",
            area ? "text-xs" : "fill-ink text-[0.6875rem]",
            area &&
              (area.id === chosen
                ? "fill-go-text font-semibold"
                : area.quiet
                  ? "fill-muted"
                  : "fill-ink font-medium"),
          )}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

/** The attribution of the tiles. */
export function MapCredit({ tiles }: { tiles: MapTiles }) {
  return (
    <p className="absolute start-0 bottom-0 rounded-se-control bg-card/85 px-2 py-0.5 text-xs text-ink">
      <bdi>{tiles.attribution}</bdi>
    </p>
  );
}

function path(ring: readonly LatLng[], origin: Flat, close: boolean): string {
  const corners = ring.map((place) => {
    const flat = toFlat(place);
    return `${Math.round((flat.x - origin.x) * unit)} ${Math.round((flat.y - origin.y) * unit)}`;
  });
  return corners.length === 0 ? "" : `M${corners.join("L")}${close ? "Z" : ""}`;
}

const Outlines = memo(function Outlines({
  areas,
  chosen,
  origin,
  faint,
}: {
  areas: readonly MapArea[];
  chosen: string | undefined;
  origin: Flat;
  faint: boolean;
}) {
  // The chosen area is drawn last, so that its edge is on top.
  const inOrder = [...areas].sort((a, b) => Number(a.id === chosen) - Number(b.id === chosen));
  return inOrder.map((area) => (
    <path
      key={area.id}
      d={area.rings.map((ring) => path(ring, origin, true)).join("")}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area.id === chosen ? 2.5 : 1.25}
      strokeLinejoin="round"
      className={cx(
        area.id === chosen
          ? "fill-go-soft stroke-go"
          : area.quiet
            ? "fill-tint stroke-line"
            : "fill-card stroke-control",
        faint && "[fill-opacity:0.35]",
      )}
    />
  ));
});

/** Islands are left open. */
const River = memo(function River({ water, origin }: { water: MapGuide["water"]; origin: Flat }) {
  return (
    <path
      d={water.map((ring) => path(ring, origin, true)).join("")}
      fillRule="evenodd"
      className="fill-water"
    />
  );
});

const Metro = memo(function Metro({ lines, origin }: { lines: MapGuide["lines"]; origin: Flat }) {
  return (
    <path
      d={lines.map((line) => path(line, origin, false)).join("")}
      fill="none"
      vectorEffect="non-scaling-stroke"
      strokeWidth={2}
      strokeLinejoin="round"
      className="stroke-saffron"
    />
  );
});

function Dot({ kind, at, lettered }: { kind: MapMark["kind"]; at: Flat; lettered: boolean }) {
  if (kind === "water") return null;
  if (kind === "sight")
    return (
      <circle cx={at.x} cy={at.y} r={3.5} strokeWidth={1.5} className="fill-muted stroke-card" />
    );
  if (!lettered) return <circle cx={at.x} cy={at.y} r={2.5} className="fill-muted" />;
  return (
    <>
      <circle cx={at.x} cy={at.y} r={6.5} strokeWidth={1} className="fill-ink stroke-card" />
      <path
        d={`M${at.x - 2.6} ${at.y + 2.6}v-5.2l2.6 3.6 2.6-3.6v5.2`}
        strokeWidth={1.3}
        className="fill-none stroke-card"
      />
    </>
  );
}
