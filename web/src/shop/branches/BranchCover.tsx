import type { BranchCard } from "../../api/types";
import { cx } from "../../ui/cx";
import { Lattice } from "../../ui/Lattice";
import { Picture } from "../../ui/Picture";
import { type Tint, tintGround } from "../../ui/tint";

interface CoverProps {
  branch: BranchCard;
  tint?: Tint;
  eager?: boolean;
  /** It is the largest picture of the first screen; only one per page may be. */
  priority?: boolean;
  className: string;
}

/**
 * A wide picture of the branch's products, or the shop's ornament if the store has no such picture.
 */
export function BranchCover({
  branch,
  tint = "neutral",
  eager = false,
  priority = false,
  className,
}: CoverProps) {
  const { src, srcset, width, height } = branch.cover;
  return (
    <div
      className={cx(
        "relative isolate shrink-0 overflow-hidden",
        tintGround[tint],
        branch.is_closed && "opacity-60 saturate-50",
        className,
      )}
    >
      {src ? (
        <img
          src={src}
          srcSet={srcset || undefined}
          sizes={srcset ? "(min-width: 64rem) 26rem, 80vw" : undefined}
          alt=""
          width={width}
          height={height}
          loading={eager || priority ? "eager" : "lazy"}
          decoding="async"
          fetchPriority={priority ? "high" : undefined}
          className="wide absolute inset-0 size-full object-cover"
        />
      ) : (
        <Lattice size={48} />
      )}
    </div>
  );
}

/** The store's logo, which overlaps the cover's lower edge. */
export function BranchMark({
  branch,
  eager = false,
  className,
}: Omit<CoverProps, "tint" | "priority">) {
  return (
    <Picture
      src={branch.image.src}
      srcset={branch.image.srcset}
      sizes="4.5rem"
      name={branch.name}
      alt=""
      width={branch.image.width}
      height={branch.image.height}
      tint="card"
      eager={eager}
      className={cx("shrink-0 shadow-soft", className)}
    />
  );
}
