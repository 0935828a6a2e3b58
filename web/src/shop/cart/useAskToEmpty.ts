import { useQueryClient } from "@tanstack/react-query";
import { errorText, isCartConflict } from "../../api/errors";
import { openDialog } from "../../lib/dialogs";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { cartQuery, deleteItem, keepCart } from "./api";
import { tellCart } from "./notification";

/**
 * Handles errors of requests that add nothing to the cart, such as a coupon or an order. As specified,
 * a 400 about another branch shows no error and asks whether to empty the cart. Returns false for other
 * errors.
 */
export function useAskToEmpty(service: string) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  async function empty() {
    const { queryKey } = cartQuery(scope, service);
    try {
      for (const { id } of client.getQueryData(queryKey)?.items ?? [])
        keepCart(client, scope, (await deleteItem(service, id)).cart);
    } catch (error) {
      tellCart({ text: errorText(error, t, { inPlace: true }) ?? "", tone: "trouble" });
    }
    await client.invalidateQueries();
  }
  return (error: unknown): boolean => {
    if (!isCartConflict(error)) return false;
    openDialog("emptyCart", { accept: () => void empty() });
    return true;
  };
}
