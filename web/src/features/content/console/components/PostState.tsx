import { useTranslation } from "react-i18next";
import { Badge } from "../../../../ui/Badge";
import type { EditablePost } from "../api";

const tones = { draft: "neutral", scheduled: "offer", published: "go" } as const;

export function PostState({ state }: Pick<EditablePost, "state">) {
  const { t } = useTranslation("content");
  return <Badge tone={tones[state]}>{t(`post_${state}`)}</Badge>;
}
