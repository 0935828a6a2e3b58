import { useTranslation } from "../../lib/translation";
import { IconButton } from "../../ui/IconButton";
import type { Kind } from "./api";
import { useHeart } from "./useHeart";

export interface HeartProps {
  kind: Kind;
  id: string;
  name: string;
  /** The "card" look has a background, for use on a picture. */
  look?: "plain" | "card";
  className?: string;
}

/** Marks a product or a branch as a favourite. Empty until the customer is known. */
export function Heart({ kind, id, name, look = "plain", className }: HeartProps) {
  const { t } = useTranslation();
  const { marked, toggle } = useHeart(kind, id, name);
  return (
    <IconButton
      icon="heart"
      look={look}
      label={t("hearts:heart", { name })}
      pressed={marked}
      onClick={toggle}
      {...(className ? { className } : {})}
    />
  );
}
