import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../lib/scope";
import { useFormat } from "../../../../lib/useFormat";
import { walletQuery } from "../../../../shop/account/api";

/** The wallet's balance next to a link to its page; a placeholder while it loads. */
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
