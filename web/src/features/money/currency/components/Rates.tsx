import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { RateProvider } from "../../../../lib/rates";
import { useScope } from "../../../../lib/scope";
import { currenciesQuery, rateOf } from "../api";

/** Provides the rate of the chosen currency, so that everything below can show amounts in it as well. */
export function Rates({ children }: { children: ReactNode }) {
  const scope = useScope();
  const { data } = useQuery({ ...currenciesQuery(scope), enabled: scope.currency !== "" });
  const rate = useMemo(() => rateOf(data, scope.currency), [data, scope.currency]);
  return <RateProvider rate={rate}>{children}</RateProvider>;
}
