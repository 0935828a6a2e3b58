import { useQueryClient } from "@tanstack/react-query";
import { toasts } from "../../../backoffice/toasts";
import { useTranslation } from "../../../lib/translation";
import { listPaths } from "./api";

/** What follows a change of a service, a store or a branch: it is kept where it is read, and lists are asked again. */
export function useKeep() {
  const { t } = useTranslation("sellers");
  const client = useQueryClient();
  return (key?: readonly unknown[], saved?: unknown) => {
    if (key) client.setQueryData(key, saved);
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        listPaths.test(String(queryKey[0])) || queryKey[0] === "/console/me",
    });
    toasts.show({ text: t("saved"), tone: "success" });
  };
}
