import { useRecordSaved as useKept } from "../../../../backoffice/useRecordSaved";
import { useTranslation } from "../../../../lib/translation";
import { listPaths } from "./api";

/** Refreshes the data after a change of a service, store or branch; the signed-in person's own data may show it too. */
export function useRecordSaved() {
  const { t } = useTranslation("sellers");
  const kept = useKept();
  return (key?: readonly unknown[], saved?: unknown) =>
    kept({ key, saved, lists: listPaths, said: t("saved") });
}
