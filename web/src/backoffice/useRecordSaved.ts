import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../lib/history";
import { toasts } from "./toasts";

/**
 * What follows saving a record: it stays where it is read, the lists that show it are asked again
 * (those whose path `lists` fits), it is said, and something new gets its address.
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
