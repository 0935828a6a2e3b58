import { type QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { Rates } from "../features/money/currency/components/Rates";
import { cookieNames, readCookie, readLocation, watchCookies } from "../lib/cookies";
import { useLocation } from "../lib/history";
import type { I18n } from "../lib/i18n";
import { LinkBase, useFollowLinks } from "../lib/links";
import { NowProvider } from "../lib/now";
import { type Scope, ScopeProvider } from "../lib/scope";
import { sessionName } from "../lib/session";
import { TextsProvider } from "../lib/translation";
import { LogoProvider } from "../ui/Logo";
import { Boundary } from "./Boundary";
import { PageTransition } from "./PageTransition";
import { PageView } from "./PageView";
import { pageReady } from "./pageReady";
import { Shell } from "./Shell";
import { firstScope, lendTo, type State } from "./state";
import { useTravel } from "./travel";

/** The whole shop below its router: the same tree on the server and in the browser. */
export function App({ state, client, texts }: { state: State; client: QueryClient; texts: I18n }) {
  return (
    <QueryClientProvider client={client}>
      <TextsProvider i18n={texts}>
        <LogoProvider logo={state.config.logo}>
          <NowProvider start={state.now}>
            <Scoped state={state} />
          </NowProvider>
        </LogoProvider>
      </TextsProvider>
    </QueryClientProvider>
  );
}

function Scoped({ state }: { state: State }) {
  const scope = useLiveScope(state);
  const { pathname, search } = useLocation();
  // The address whose subject the server did not find; a navigation resets it.
  const [missing] = useState(() => (state.status === 404 ? pathname + search : null));
  const base = state.prefix === "" ? "" : `/${state.prefix}`;
  useFollowLinks(base);
  useTravel(scope);
  return (
    <ScopeProvider scope={scope}>
      <LinkBase base={base}>
        <Rates>
          <Shell>
            <Boundary key={pathname}>
              <PageTransition>
                <PageView missing={missing} origin={state.origin} />
              </PageTransition>
            </Boundary>
          </Shell>
        </Rates>
      </LinkBase>
    </ScopeProvider>
  );
}

/** Starts with the server's scope, then follows the cookies. */
function useLiveScope(state: State): Scope {
  const client = useQueryClient();
  const [scope, setScope] = useState(() => firstScope(state));
  useEffect(() => {
    let told = false;
    const follow = () => {
      const pin = readLocation();
      const next: Scope = {
        lang: state.lang,
        figures: state.figures,
        district: readCookie(cookieNames.districtId) ?? "",
        currency: readCookie(cookieNames.currency) ?? "",
        session: sessionName(),
        address: readCookie(cookieNames.addressId) ?? "",
        pin: pin ? `${pin.lat},${pin.lng}` : "",
        ready: true,
      };
      if (!told) lendTo(client, next);
      told = true;
      // Nearly everything on a page depends on the scope: rerendered in slices, between taps.
      startTransition(() => setScope((before) => (same(before, next) ? before : next)));
    };
    // The customer is read after the page is hydrated: an earlier change would render it twice.
    let stop = () => {};
    const begin = () => {
      stop();
      follow();
      stop = watchCookies(follow);
    };
    if (pageReady.get()) begin();
    else stop = pageReady.subscribe(begin);
    // A page whose hydration fails never becomes ready.
    const late = setTimeout(() => {
      if (!pageReady.get()) begin();
    }, 5000);
    return () => {
      clearTimeout(late);
      stop();
    };
  }, [state, client]);
  return scope;
}

function same(a: Scope, b: Scope): boolean {
  return (Object.keys(a) as (keyof Scope)[]).every((name) => a[name] === b[name]);
}
