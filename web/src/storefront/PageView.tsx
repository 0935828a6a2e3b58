import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Suspense, use, useEffect, useMemo, useRef } from "react";
import type { QueryMeta } from "../api/query";
import { hasPlace } from "../lib/cookies";
import { openDialog } from "../lib/dialogs";
import { useLocation, useNavigate } from "../lib/history";
import { leftStore } from "../lib/left";
import { useNowUnsaid } from "../lib/now";
import {
  type AnyQuery,
  type Head,
  type PageContext,
  type PageDefinition,
  PageProvider,
  type Read,
} from "../lib/page";
import { pageQuery } from "../lib/parameters";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { applyHead } from "./head";
import { NotFound } from "./NotFound";
import { PageSkeleton } from "./PageSkeleton";
import { usePageReady } from "./pageReady";
import { accountFrame, isFramed, loadPage, type Match, matchPage } from "./pages";

/** Reads the cache, for a page's head and its dependent queries. */
export function readerOf(client: QueryClient): Read {
  return (query) => client.getQueryData(query.queryKey);
}

/** The page at the current address, loaded if necessary, with its head kept up to date. */
export function PageView({ missing, origin }: { missing: string | null; origin: string }) {
  const location = useLocation();
  const scope = useScope();
  const { pathname, search } = location;
  const match = useMemo(() => matchPage(pathname), [pathname]);
  const context = useMemo(
    () =>
      match && {
        scope,
        params: match.params,
        query: pageQuery(search),
        path: pathname,
      },
    [match, scope, search, pathname],
  );
  if (!match || !context || missing === pathname + search) return <NotFound origin={origin} />;
  return (
    <Suspense fallback={<PageSkeleton path={pathname} />}>
      <LoadedPage match={match} context={context} origin={origin} />
    </Suspense>
  );
}

function LoadedPage({
  match,
  context,
  origin,
}: {
  match: Match;
  context: PageContext;
  origin: string;
}) {
  const name = match.route.page;
  // Always called, also for a loaded page: when React resumes a render that waited for a page and
  // finds no use() in it, it mistakes the page's first hooks for later ones and throws.
  const page = use(loadPage(name));
  const elsewhere = page.redirect?.(context) ?? null;
  const navigate = useNavigate();
  useEffect(() => {
    if (elsewhere !== null) navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);
  usePlaceNeeded(match);
  usePageReady();
  const next = page.leadsTo && matchPage(page.leadsTo)?.route.page;
  useEffect(() => {
    // Without a network, following the link reports the failure.
    if (next) loadPage(next).catch(() => {});
  }, [next]);
  usePageHead(page, context, origin);
  if (elsewhere !== null) return <PageSkeleton path={context.path} />;
  const { Component } = page;
  const Frame = isFramed(match.route.path) ? accountFrame() : undefined;
  return (
    <PageProvider value={context}>
      {Frame ? (
        <Frame path={context.path}>
          <Component />
        </Frame>
      ) : (
        <Component />
      )}
    </PageProvider>
  );
}

/** The page that this document started with. */
let first: string | undefined;

/**
 * A page that needs a location is also rendered without one, and the picker opens over it. The page
 * that follows a logout does not open the picker.
 */
function usePlaceNeeded(match: Match): void {
  const { ready, district, pin } = useScope();
  const asked = useRef("");
  useEffect(() => {
    first ??= match.route.path;
    if (leftStore.get() !== null && first === match.route.path) return;
    if (!ready || match.route.place !== "needed") return;
    if (hasPlace() || district !== "" || pin !== "" || asked.current === match.route.path) return;
    asked.current = match.route.path;
    openDialog("location", { required: true });
  }, [ready, district, pin, match]);
}

function usePageHead(page: PageDefinition, context: PageContext, origin: string): void {
  const client = useQueryClient();
  const { t } = useTranslation();
  const now = useNowUnsaid();
  useEffect(() => {
    const place = {
      lang: context.scope.lang,
      origin,
      path: context.path,
      brand: t("shell:brand"),
    };
    let shown: Head | null = null;
    const show = () => {
      const head = page.head({ ...context, read: readerOf(client), t, origin, now });
      if (JSON.stringify(head) === JSON.stringify(shown)) return;
      shown = head;
      applyHead(head, place);
    };
    show();
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") show();
    });
  }, [page, context, origin, client, t, now]);
}

/** Loads a page and its queries before the navigation: when its link is pointed at, touched or focused. */
export function preload(client: QueryClient, context: Omit<PageContext, "params">): void {
  const match = matchPage(context.path);
  if (!match) return;
  loadPage(match.route.page).then(
    (page) => {
      const full = { ...context, params: match.params };
      for (const query of page.queries?.({ ...full, read: readerOf(client) }) ?? []) {
        prefetch(client, query);
      }
    },
    () => {
      // There is no network; following the link will report that.
    },
  );
}

function prefetch(client: QueryClient, query: AnyQuery): void {
  const meta = query.meta as QueryMeta | undefined;
  if (meta?.shape === "list") {
    void client.prefetchInfiniteQuery(query as Parameters<typeof client.prefetchInfiniteQuery>[0]);
  } else {
    void client.prefetchQuery(query);
  }
}
