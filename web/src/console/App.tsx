import { type QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { Suspense, use, useEffect, useMemo } from "react";
import { Redirect, useLocation } from "../lib/history";
import type { I18n } from "../lib/i18n";
import type { Figures, Lang } from "../lib/lang";
import { LinkBase, useFollowLinks } from "../lib/links";
import { NowProvider } from "../lib/now";
import { type PageContext, PageProvider } from "../lib/page";
import { type Scope, ScopeProvider, useScope } from "../lib/scope";
import { staffToken } from "../lib/staffSession";
import { TextsProvider, useTranslation } from "../lib/translation";
import { Query, withQuery } from "../lib/url";
import { useStore } from "../lib/useStore";
import { ButtonLink } from "../ui/ButtonLink";
import { EmptyState } from "../ui/EmptyState";
import { Skeleton } from "../ui/Skeleton";
import { SkeletonGroup } from "../ui/SkeletonGroup";
import { Boundary } from "./Boundary";
import { loadConsolePage, matchConsolePage } from "./pages";
import { consolePaths } from "./routes";
import { Shell } from "./Shell";

export interface AppProps {
  lang: Lang;
  figures: Figures;
  now: number;
  client: QueryClient;
  texts: I18n;
}

/** The whole console below its router. */
export function App({ lang, figures, now, client, texts }: AppProps) {
  const token = useStore(staffToken);
  useFollowLinks("/console");
  const scope = useMemo<Scope>(
    () => ({
      lang,
      figures,
      district: "",
      currency: "",
      // The tail names the session without being the token.
      session: token?.slice(-8) ?? "",
      address: "",
      pin: "",
      ready: true,
    }),
    [lang, figures, token],
  );
  return (
    <QueryClientProvider client={client}>
      <TextsProvider i18n={texts}>
        <NowProvider start={now}>
          <ScopeProvider scope={scope}>
            <LinkBase base="/console">
              <Shell>
                <CurrentPage />
              </Shell>
            </LinkBase>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>
  );
}

function CurrentPage() {
  const { pathname, search } = useLocation();
  const scope = useScope();
  const match = useMemo(() => matchConsolePage(pathname), [pathname]);
  const context = useMemo(
    () => match && { scope, params: match.params, query: new Query(search), path: pathname },
    [match, scope, pathname, search],
  );
  if (!match || !context) return <NotFound />;
  if (scope.session === "" && !match.route.open) {
    // Also after a 401: signing in again leads back here.
    const from = pathname === consolePaths.start ? "" : `${pathname}${search}`;
    return <Redirect to={withQuery(consolePaths.signIn, { from })} />;
  }
  return (
    <Boundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <LoadedPage page={match.route.page} context={context} />
      </Suspense>
    </Boundary>
  );
}

function LoadedPage({ page: name, context }: { page: string; context: PageContext }) {
  const page = use(loadConsolePage(name));
  const { t } = useTranslation();
  const client = useQueryClient();
  useEffect(() => {
    const { title } = page.head({
      ...context,
      read: (query) => client.getQueryData(query.queryKey),
      t,
      origin: location.origin,
      now: Date.now(),
    });
    document.title = `${title} · ${t("console:brand")}`;
  }, [page, context, t, client]);
  const { Component } = page;
  return (
    <PageProvider value={context}>
      <Component />
    </PageProvider>
  );
}

function Loading() {
  const { t } = useTranslation("console");
  return (
    <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
      <Skeleton className="w-48 text-2xl" />
      <Skeleton shape="block" className="h-64" />
    </SkeletonGroup>
  );
}

function NotFound() {
  const { t } = useTranslation("console");
  return (
    <EmptyState
      level={1}
      icon="search"
      title={t("not_found")}
      text={t("not_found_text")}
      action={
        <ButtonLink to={consolePaths.start} variant="primary">
          {t("to_start")}
        </ButtonLink>
      }
    />
  );
}
