import { useRecordSaved as useKept } from "../../../../backoffice/useRecordSaved";
import { useTranslation } from "../../../../lib/translation";
import { listPaths } from "./api";

/** What follows a change of a service, a store or a branch; who one is may show it too. */
export function useRecordSaved() {
  const { t } = useTranslation("sellers");
  const kept = useKept();
  return (key?: readonly unknown[], saved?: unknown) =>
    kept({ key, saved, lists: listPaths, said: t("saved") });
}
