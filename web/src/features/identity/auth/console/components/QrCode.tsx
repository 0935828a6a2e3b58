/** A QR code from its rows of 0 and 1, with the quiet zone that scanners need. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const quiet = 4;
  const side = rows.length + 2 * quiet;
  const cells = rows.flatMap((row, y) =>
    [...row].flatMap((cell, x) => (cell === "1" ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-control border border-line"
    >
      {/* Black on white in every theme, because scanners expect it. */}
      <rect width={side} height={side} fill="white" />
      <path d={cells.join("")} fill="black" />
    </svg>
  );
}
