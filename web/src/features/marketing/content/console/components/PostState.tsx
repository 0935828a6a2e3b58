import { useTranslation } from "../../../../../lib/translation";
import { Badge } from "../../../../../ui/Badge";
import type { EditablePost } from "../api";

const tones = { draft: "neutral", scheduled: "offer", published: "good" } as const;

export function PostState({ state }: Pick<EditablePost, "state">) {
  const { t } = useTranslation("content");
  return <Badge tone={tones[state]}>{t(`post_${state}`)}</Badge>;
}
