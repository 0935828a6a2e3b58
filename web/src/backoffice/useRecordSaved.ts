import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../lib/history";
import { toasts } from "./toasts";

/**
 * Runs after a record was saved: updates its query, refetches the lists that show it (those whose
 * path `lists` matches), shows a toast, and gives a new record its address.
 */
export function useRecordSaved() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({
    key,
    saved,
    lists,
    said,
    address,
  }: {
    key?: readonly unknown[] | undefined;
    saved?: unknown;
    lists: RegExp;
    said: string;
    address?: string | false;
  }) => {
    if (key) client.setQueryData(key, saved);
    void client.invalidateQueries({
      predicate: ({ queryKey }) => lists.test(String(queryKey[0])),
    });
    toasts.show({ text: said, tone: "success" });
    if (address) navigate(address, { replace: true });
  };
}
