import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../lib/scope";
import { useFormat } from "../../../../lib/useFormat";
import { walletQuery } from "../../../../shop/account/api";

/** What the wallet holds, where a page leads to it; a line without words until that is known. */
export function Balance() {
  const format = useFormat();
  const scope = useScope();
  const wallet = useQuery(walletQuery(scope)).data;
  if (scope.session === "") return null;
  return (
    <span className="block min-h-7 text-lg leading-7 font-semibold tabular-nums">
      <bdi>{wallet && format.money(wallet.balance, wallet.currency)}</bdi>
    </span>
  );
}
