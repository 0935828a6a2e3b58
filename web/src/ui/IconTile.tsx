import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";

const tones = {
  go: "bg-go-soft text-go-text",
  plain: "bg-tint text-ink",
  offer: "bg-saffron-soft text-ink",
  trouble: "bg-trouble-soft text-trouble-text",
} as const;

export interface IconTileProps {
  icon: IconName;
  tone?: keyof typeof tones;
  /** 48 or 40 pixels. */
  size?: "md" | "sm";
  className?: string;
}

/** An icon on its own tile, at the start of a line, where other lines have a picture. */
export function IconTile({ icon, tone = "go", size = "md", className }: IconTileProps) {
  return (
    <span
      className={cx(
        "flex shrink-0 items-center justify-center rounded-control",
        size === "md" ? "size-12" : "size-10",
        tones[tone],
        className,
      )}
    >
      <Icon name={icon} size={size === "md" ? 24 : 20} />
    </span>
  );
}
