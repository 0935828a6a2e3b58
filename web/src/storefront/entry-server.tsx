/**
 * The script that the Go program runs to render a page (internal/platform/ssr). One script without modules; it sets
 * `globalThis.wekala` with
 *
 *   queries(json) → json   the public queries of the page at an address
 *   render(json)  → json, line feed, html   the page rendered with their answers
 *
 * It receives nothing personal, so its output cannot contain anything personal.
 */

import { QueryClientContext } from "@tanstack/react-query";
import type { QueryMeta } from "../api/query";
import { Review } from "../features/aftersales/ratings/components/Review";
import { OfferLine } from "../features/catalogue/products/components/Elsewhere";
import { currenciesQuery } from "../features/money/currency/api";
import { CurrencyButton } from "../features/money/currency/components/CurrencyButton";
import { CartButton } from "../features/ordering/cart/components/CartButton";
import { cairoTime } from "../lib/format/cairo";
import { MemoryHistory } from "../lib/history";
import { createI18n, type I18n } from "../lib/i18n";
import type { Figures, Lang } from "../lib/lang";
import { NowContext, type Says, says, takeSaid } from "../lib/now";
import type { Head, PageContext } from "../lib/page";
import { pageQuery } from "../lib/parameters";
import { parseAddress } from "../lib/url";
import { resources as arabic } from "../locales/ar";
import { resources as arabicLater } from "../locales/ar.later";
import { resources as english } from "../locales/en";
import { resources as englishLater } from "../locales/en.later";
import { BranchCard } from "../shop/branches/BranchCard";
import { BranchLine } from "../shop/branches/BranchLine";
import { BranchTile } from "../shop/branches/BranchTile";
import { Heart } from "../shop/favourites/Heart";
import { MenuLine } from "../shop/products/MenuLine";
import { ProductCard } from "../shop/products/ProductCard";
import { ProductLine } from "../shop/products/ProductLine";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { loadAllParts } from "../ui/Later";
import { App } from "./App";
import { answersOf } from "./answers";
import { Places } from "./BottomNav";
import { FooterLinks } from "./Footer";
import { AccountButton, PlaceButton, Wordmark } from "./Header";
import { headHtml } from "./head";
import { readerOf } from "./PageView";
import { loadAllPages, loadedPage, matchPage, pageFile } from "./pages";
import { drawsWith, keepDrawings, readsThrough } from "./render/parts";
import { renderToString } from "./render/render";
import { firstScope, lacksSubject, type RuntimeConfig, type State } from "./state";

/** The request as Go sends it; `data` grows from round to round. */
type Request = Omit<State, "status" | "rendered">;

interface QueriesAnswer {
  queries: { key: readonly unknown[]; path: string; meta: QueryMeta }[];
  /** Some query depends on an answer: call again with the answers. */
  again: boolean;
  /** Another address to redirect the browser to, "" for none. */
  redirect: string;
  notFound: boolean;
  /** Source files of the page, for preloading their chunks: keys of the build's manifest. */
  modules: string[];
}

interface RenderAnswer {
  status: number;
  head: string;
  /** How long the page stays valid without new data. */
  says: Says;
}

readsThrough(QueryClientContext, NowContext);
keepDrawings(ProductCard, ProductLine, MenuLine, OfferLine);
keepDrawings(BranchCard, BranchLine, BranchTile, Review, Heart, Breadcrumbs);
keepDrawings(Wordmark, PlaceButton, CurrencyButton, AccountButton, CartButton, Places, FooterLinks);

const instances = new Map<string, I18n>();

function textsOf(lang: Lang, figures: Figures, { brand, texts }: RuntimeConfig): I18n {
  const name = `${lang}-${figures}-${brand}-${texts ? JSON.stringify(texts) : ""}`;
  const known = instances.get(name);
  if (known) return known;
  const made = createI18n(
    lang,
    figures,
    lang === "ar" ? { ...arabic, ...arabicLater } : { ...english, ...englishLater },
    brand,
    texts,
  );
  instances.set(name, made);
  return made;
}

function look(request: Request) {
  const address = parseAddress(request.url);
  const path = address.path;
  const query = pageQuery(address.query.toString());
  const match = matchPage(path);
  const page = match ? loadedPage(match.route.page) : undefined;
  const scope = firstScope({ ...request, status: 200, rendered: true });
  const context: PageContext | null = match ? { scope, params: match.params, query, path } : null;
  return { match, page, context, path };
}

function queries(request: Request): QueriesAnswer {
  const { match, page, context } = look(request);
  const nothing = { queries: [], again: false, redirect: "", notFound: false, modules: [] };
  if (!match || !page || !context) return { ...nothing, notFound: true };
  const redirect = page.redirect?.(context) ?? null;
  if (redirect !== null) {
    return { ...nothing, redirect: request.prefix ? `/${request.prefix}${redirect}` : redirect };
  }
  const client = answersOf(request.data);
  const known = readerOf(client);
  let again = false;
  const wanted =
    page.queries?.({
      ...context,
      read: (query) => {
        const data = known(query);
        if (data === undefined) again = true;
        return data;
      },
    }) ?? [];
  return {
    ...nothing,
    queries: [
      ...wanted,
      ...(request.currency === "" ? [] : [currenciesQuery(context.scope)]),
    ].flatMap(({ queryKey, meta }) => {
      const { path } = meta as QueryMeta;
      return path === undefined ? [] : [{ key: queryKey, path, meta: meta as QueryMeta }];
    }),
    again,
    modules: [pageFile(match.route.page)],
  };
}

function render(request: Request): [RenderAnswer, html: string] {
  const { page, context, path } = look(request);
  const client = answersOf(request.data);
  const texts = textsOf(request.lang, request.figures, request.config);
  const { year, month, day } = cairoTime(request.now);
  const { lang, figures, district, currency, prefix } = request;
  drawsWith(
    (name) => client.getQueryCache().get(name)?.state.data,
    `${year}-${month}-${day}`,
    [lang, figures, district, currency, prefix].join(),
  );
  takeSaid(); // of a page whose rendering failed
  const status = !page || !context || lacksSubject(request.data) ? 404 : 200;
  const html = renderToString(
    <MemoryHistory base={request.prefix === "" ? "" : `/${request.prefix}`} at={request.url}>
      <App state={{ ...request, status, rendered: true }} client={client} texts={texts} />
    </MemoryHistory>,
  );
  const head: Head =
    status === 200 && page && context
      ? page.head({
          ...context,
          read: readerOf(client),
          t: texts.t,
          origin: request.origin,
          get now() {
            says("moment");
            return request.now;
          },
        })
      : { title: texts.t("shell:not_found.title"), noIndex: true };
  const answer = {
    status,
    head: headHtml(head, {
      lang: request.lang,
      origin: request.origin,
      path,
      brand: texts.t("shell:brand"),
    }),
    says: takeSaid(),
  };
  return [answer, html];
}

declare global {
  var wekala: { queries: (json: string) => string; render: (json: string) => string };
}

globalThis.wekala = {
  queries: (json) => JSON.stringify(queries(JSON.parse(json) as Request)),
  render: (json) => {
    const [answer, html] = render(JSON.parse(json) as Request);
    // Appended raw: quoting a page and parsing it again would take a twentieth of its rendering
    // time.
    return `${JSON.stringify(answer)}\n${html}`;
  },
};

void loadAllPages().then(loadAllParts);
