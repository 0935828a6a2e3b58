import { useTranslation } from "../../lib/translation";
import { IconButton } from "../../ui/IconButton";
import type { Kind } from "./api";
import { useHeart } from "./useHeart";

export interface HeartProps {
  kind: Kind;
  id: string;
  name: string;
  /** On a picture it has a ground of its own. */
  look?: "plain" | "card";
  className?: string;
}

/** Marks a product or a branch. Empty for everybody until it is known who looks. */
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
