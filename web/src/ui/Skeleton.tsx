import { cx } from "./cx";

const shapes = {
  /** A line of text, as high as the text it replaces. */
  line: "h-[1em] my-[0.3em] rounded-full",
  tile: "aspect-square rounded-card",
  banner: "aspect-[5/2] rounded-card",
  block: "rounded-card",
  button: "h-11 rounded-control",
  circle: "size-11 rounded-full",
} as const;

/** A muted shape of the coming content. Decoration: SkeletonGroup has the text. */
export function Skeleton({
  shape = "line",
  className,
}: {
  shape?: keyof typeof shapes;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-breathe bg-tint", shapes[shape], className)}
    />
  );
}
