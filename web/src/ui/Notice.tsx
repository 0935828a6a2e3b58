import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { IconButton } from "./IconButton";

const tones: Record<NoticeTone, { ground: string; mark: string; icon: IconName }> = {
  info: { ground: "bg-tint", mark: "text-ink", icon: "info" },
  success: { ground: "bg-good-soft", mark: "text-good-text", icon: "check" },
  warning: { ground: "bg-saffron-soft", mark: "text-ink", icon: "alert" },
  trouble: { ground: "bg-trouble-soft", mark: "text-trouble-text", icon: "alert" },
};

export type NoticeTone = "info" | "success" | "warning" | "trouble";

export interface NoticeProps {
  tone?: NoticeTone;
  title?: string | undefined;
  children?: ReactNode;
  icon?: IconName;
  /** The next step: one button or link. */
  action?: ReactNode;
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /**
   * For a notice that appears while the page is in use: it is read aloud, and immediately if it reports
   * a problem.
   */
  live?: boolean;
  className?: string;
}

/** A short message next to its subject, with the next step. */
export function Notice({
  tone = "info",
  title,
  children,
  icon,
  action,
  onClose,
  closeLabel,
  live = false,
  className,
}: NoticeProps) {
  const look = tones[tone];
  return (
    <div
      role={live ? (tone === "trouble" ? "alert" : "status") : undefined}
      className={cx("flex items-start gap-3 rounded-card p-4 text-ink", look.ground, className)}
    >
      <Icon name={icon ?? look.icon} size={24} className={look.mark} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title && (
            <p className="font-semibold">
              <Isolate>{title}</Isolate>
            </p>
          )}
          {children && <div className="text-pretty">{children}</div>}
        </div>
        {action}
      </div>
      {onClose && closeLabel && (
        <IconButton icon="close" label={closeLabel} onClick={onClose} className="-m-2.5" />
      )}
    </div>
  );
}
