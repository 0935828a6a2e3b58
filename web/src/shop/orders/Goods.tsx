import { useFormat } from "../../lib/useFormat";
import { Picture } from "../../ui/Picture";
import type { Tint } from "../../ui/tint";

interface Image {
  src: string;
  width: number;
  height: number;
}

/** The first products of an order as small pictures, and the number of the rest. */
export function Goods({
  images,
  more = 0,
  tint,
}: {
  images: readonly Image[];
  more?: number;
  tint: Tint | undefined;
}) {
  const format = useFormat();
  if (images.length === 0) return null;
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-1">
      {images.map((image, place) => {
        // The same product may have been bought twice.
        const key = `${place}`;
        return (
          <Picture
            key={key}
            src={image.src}
            alt=""
            width={image.width}
            height={image.height}
            tint={tint}
            className="size-9 rounded-control"
          />
        );
      })}
      {more > 0 && (
        <span className="flex size-9 items-center justify-center rounded-control bg-tint text-sm font-medium tabular-nums">
          <bdi>+{format.number(more)}</bdi>
        </span>
      )}
    </span>
  );
}
