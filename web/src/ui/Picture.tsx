import { cx } from "./cx";
import { Icon } from "./Icon";
import { initials } from "./initials";
import { type Tint, tintGround } from "./tint";

const ratios = {
  square: "aspect-square",
  photo: "aspect-[4/3]",
  wide: "aspect-video",
  banner: "aspect-[5/2]",
} as const;

export interface PictureProps {
  /** Absent when there is no picture: the tile keeps its shape and shows the name's initial. */
  src?: string | null | undefined;
  /** The same picture in other widths, as the server lists them; empty where one fits all. */
  srcset?: string;
  /** The displayed width, as the browser's `sizes`; needed with srcset. */
  sizes?: string;
  /** The name to show on a tile without a picture. */
  name?: string;
  /** Empty where the adjacent text has the same content. */
  alt: string;
  /** The file's size in pixels, so that the layout does not shift when it loads. */
  width: number;
  height: number;
  ratio?: keyof typeof ratios;
  tint?: Tint;
  /** Shows the whole picture on a tile, or fills the tile with it. */
  fit?: "contain" | "cover";
  /** In the first screen: not lazy. */
  eager?: boolean;
  /** The largest picture of the first screen, one per page. */
  priority?: boolean;
  className?: string;
}

/** A picture on a soft tile of fixed shape. */
export function Picture({
  src,
  srcset,
  sizes,
  name,
  alt,
  width,
  height,
  ratio = "square",
  tint = "neutral",
  fit = "contain",
  eager = false,
  priority = false,
  className,
}: PictureProps) {
  return (
    <span
      className={cx(
        "relative flex items-center justify-center overflow-hidden rounded-card",
        ratios[ratio],
        tintGround[tint],
        src && "picture",
        className,
      )}
    >
      {src ? (
        <img
          src={src}
          srcSet={srcset || undefined}
          sizes={srcset ? sizes : undefined}
          alt={alt}
          width={width}
          height={height}
          loading={eager || priority ? "eager" : "lazy"}
          decoding={priority ? "sync" : "async"}
          fetchPriority={priority ? "high" : undefined}
          className={
            fit === "cover"
              ? "absolute inset-0 size-full object-cover"
              : "absolute inset-[9%] size-[82%] object-contain"
          }
        />
      ) : name ? (
        // Drawn as SVG, so that it scales with its tile.
        <svg
          aria-hidden="true"
          viewBox="0 0 9 9"
          className="size-full max-h-28 fill-current font-semibold text-muted"
        >
          <text x="50%" y="50%" dy=".35em" textAnchor="middle" fontSize="4">
            {initials(name)}
          </text>
        </svg>
      ) : (
        <Icon name="image" size={32} label={alt || undefined} className="text-muted opacity-60" />
      )}
    </span>
  );
}
