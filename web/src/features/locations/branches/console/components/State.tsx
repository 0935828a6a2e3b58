import type { RecordAction } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import { Badge } from "../../../../../ui/Badge";
import { setArchived } from "../api";

const tones = { shown: "good", hidden: "neutral", archived: "trouble" } as const;
export type State = keyof typeof tones;

/** Whether customers see the record, in a word. */
export function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation("sellers");
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}

/** The views of a list by state. */
export function useStates() {
  const { t } = useTranslation("sellers");
  return {
    name: "state",
    label: t("state"),
    options: (["", "shown", "hidden", "archived"] as const).map((value) => ({
      value,
      label: t(`state_${value || "all"}`),
    })),
  };
}

/** The actions that archive a record, after a confirmation, or restore it. */
export function useClosing(
  what: "services" | "stores" | "branches",
  again: () => Promise<unknown>,
) {
  const { t } = useTranslation("sellers");
  return (id: string, state: State, name: string): RecordAction[] => [
    state === "archived"
      ? {
          id: "restore",
          label: t("restore"),
          run: async () => {
            await setArchived(what, id, false);
            await again();
          },
        }
      : {
          id: "archive",
          label: t("archive"),
          danger: true,
          confirm: { title: t("archive_title", { name }), text: t(`archive_${what}`) },
          run: async () => {
            await setArchived(what, id, true);
            await again();
          },
        },
  ];
}
