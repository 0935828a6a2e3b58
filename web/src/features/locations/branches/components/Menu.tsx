import { useInfiniteQuery } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Branch, ProductCard as ProductData } from "../../../../api/types";
import { usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { Isolate } from "../../../../lib/words";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { MenuLine } from "../../../../shop/products/MenuLine";
import { ProductGrid } from "../../../../shop/products/ProductGrid";
import { useGoTo } from "../../../../shop/products/useGoTo";
import { takesOrders } from "../../../../shop/useClosed";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { LoadMore } from "../../../../ui/LoadMore";
import { reveal } from "../../../../ui/reveal";
import { Section } from "../../../../ui/Section";
import { Narrowed } from "../later";
import { drawnFirst, isNarrowed, type MenuPart, partOf, sectionList } from "../menu";
import { Shelves } from "./Shelves";

const anchor = (part: MenuPart) => `menu-${part.slug}`;

interface MenuProps {
  branch: Branch;
}

/**
 * Returns the add button of a product; none if the branch takes no orders, which its page states once.
 */
const actionIn = (branch: Branch) => (product: ProductData) =>
  takesOrders(branch) && <AddToCart product={product} branch={branch.id} />;

/** A branch's products as a menu: sections that its tabs follow, or one list if a filter applies. */
export function Menu({ branch }: MenuProps) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const parts = branch.categories;
  const narrowed = isNarrowed(query);
  const { current, jump } = useSections(narrowed ? none : parts);
  const chosen = query.get("category_id");
  const here = narrowed ? partOf(parts, chosen)?.slug : (current ?? parts[0]?.slug);
  const top = useRef<HTMLHeadingElement>(null);
  // The results replace the sections: from far down, the customer would be below their end.
  const toTop = useCallback(() => {
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  }, []);
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    toTop();
    // The pressed control disappeared with its section.
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [chosen, toTop]);
  return (
    <>
      <h2 ref={top} tabIndex={-1} className="sr-only scroll-mt-(--header)">
        {t("branches:products")}
      </h2>
      <div className="below-head sticky top-(--header) z-20 -mx-4 bg-paper px-4 pt-1 sm:-mx-6 sm:px-6">
        <Find key={path} path={path} query={query} onFind={toTop} />
        {/* A single section needs no tabs, but a filtered list needs a link back. */}
        {(narrowed || parts.length > 1) && (
          <nav aria-label={t("catalog:categories")} className="-mx-4 border-b border-line sm:-mx-6">
            <ul className="scroll-quiet flex overflow-x-auto px-3 sm:px-5">
              {narrowed && (
                <li className="shrink-0">
                  <Tab to={path} current={chosen === ""}>
                    {t("branches:all_products")}
                  </Tab>
                </li>
              )}
              {parts.map((part) => (
                <li
                  key={part.id}
                  ref={here === part.slug ? reveal : undefined}
                  className="shrink-0"
                >
                  <Tab
                    to={path + new Query().with({ category_id: part.id }).toString()}
                    current={here === part.slug}
                    onClick={narrowed ? undefined : (event) => jump(event, part)}
                  >
                    <Isolate>{part.name}</Isolate>
                  </Tab>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      {narrowed ? (
        <Narrowed branch={branch} action={actionIn(branch)} className="flex flex-col gap-3" />
      ) : (
        <Sections branch={branch} />
      )}
    </>
  );
}

const none: readonly MenuPart[] = [];

function Tab({
  to,
  current,
  onClick,
  children,
}: {
  to: string;
  current: boolean;
  onClick?: ((event: MouseEvent) => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      look="plain"
      replace
      keepScroll
      onClick={onClick}
      aria-current={current ? "true" : undefined}
      className={cx(
        "inline-flex min-h-11 items-center border-b-2 px-3 leading-7 font-medium outline-offset-[-3px]",
        current ? "border-go text-go-text" : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}

/** The search within this branch; it filters the menu during typing. */
function Find({ path, query, onFind }: { path: string; query: Query; onFind: () => void }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [words, setWords] = useState(query.get("q"));
  const asked = query.get("q");
  const typed = useRef(asked);
  // The URL changed other than by typing: the field follows it.
  useEffect(() => {
    if (asked !== typed.current) setWords(asked);
    typed.current = asked;
  }, [asked]);
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === typed.current) return;
    const timer = setTimeout(() => {
      typed.current = wanted;
      onFind();
      goTo(path + new Query().with({ q: wanted || null }));
    }, 300);
    return () => clearTimeout(timer);
  }, [words, path, goTo, onFind]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onFind();
          goTo(path + new Query().with({ q: words.trim() || null }));
        }}
        className="flex h-11 items-center gap-2 rounded-full border border-control bg-card ps-4 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-go"
      >
        <Icon name="search" className="text-muted" />
        <input
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t("branches:find")}
          placeholder={t("branches:find")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="h-full min-w-0 flex-1 rounded-full bg-transparent pe-4 leading-7 outline-none placeholder:text-muted"
        />
      </form>
    </search>
  );
}

function Sections({ branch }: MenuProps) {
  const { t } = useTranslation();
  const { path } = usePage();
  const first = drawnFirst(branch);
  return (
    <div className="flex flex-col gap-6 max-sm:-mt-2">
      {branch.categories.map((part) => {
        // Above subcategories, phones hide the first section's title: the tab directly above shows the same.
        const untitled =
          part.children.length > 1 && part === branch.categories[0] && branch.categories.length > 1;
        return (
          <Section
            key={part.id}
            id={anchor(part)}
            level={2}
            title={part.name}
            className={cx("scroll-mt-28 gap-2", untitled && "max-sm:*:first:sr-only")}
            action={
              branch.categories.length > 1 && (
                <Link
                  to={path + new Query().with({ category_id: part.id }).toString()}
                  className={cx(
                    "-my-2 inline-flex min-h-11 items-center text-sm",
                    untitled && "max-sm:hidden",
                  )}
                >
                  {t("home:see_all")}
                </Link>
              )
            }
          >
            <Shelves part={part} />
            <Part
              branch={branch}
              part={part}
              drawn={first.get(part) ?? 0}
              top={part === branch.categories[0]}
            />
          </Section>
        );
      })}
    </div>
  );
}

/** One section's products: up to `drawn` are rendered with the page, the others when the section comes near. */
function Part({
  branch,
  part,
  drawn,
  top,
}: MenuProps & { part: MenuPart; drawn: number; top: boolean }) {
  const { t } = useTranslation();
  const { path } = usePage();
  const scope = useScope();
  const [near, setNear] = useState(drawn > 0);
  // A returning customer sees everything that was loaded, and so finds the earlier scroll position.
  const [all, setAll] = useState(scope.ready || !near);
  const list = useInfiniteQuery({ ...sectionList(scope, branch, part.id), enabled: near });
  const read = itemsOf(list);
  const products = all ? (read ?? []) : (read ?? []).slice(0, drawn);
  const kept = read && products.length < read.length;
  const failed = list.isFetchNextPageError || (list.isError && !read);
  const action = actionIn(branch);
  return (
    <>
      {products[0]?.tint === "food" ? (
        <ul className="grid gap-2.5 md:grid-cols-2">
          {products.map((product, at) => (
            <li key={product.id}>
              <MenuLine
                product={product}
                branch={branch.id}
                action={action(product)}
                eager={top && at < 4}
              />
            </li>
          ))}
        </ul>
      ) : (
        products.length > 0 && (
          <ProductGrid
            products={products}
            branch={branch.id}
            action={action}
            eager={top ? 4 : 0}
            beside
          />
        )
      )}
      {(kept || !read || list.hasNextPage) && (
        <LoadMore
          to={
            path +
            new Query().with({
              category_id: part.id,
              page: kept || !read ? null : (list.data?.pages.at(-1)?.meta.current_page ?? 1) + 1,
            })
          }
          label={t(failed ? "catalog:retry" : "catalog:more")}
          loadingLabel={t("catalog:loading")}
          loading={list.isLoading || list.isFetchingNextPage}
          failed={failed && t("catalog:failed")}
          room={scope.ready && part.products - products.length}
          onMore={() => (kept ? setAll(true) : near ? void list.fetchNextPage() : setNear(true))}
        />
      )}
    </>
  );
}

/** Tracks the section that is being read, and scrolls to sections. */
function useSections(parts: readonly MenuPart[]) {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  /** The section chosen by its tab stays the current one, even if it is too short to reach the top. */
  const held = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (parts.length === 0) return;
    let asked = 0;
    const look = () => {
      asked = 0;
      let read = parts[0]?.slug;
      for (const part of parts) {
        const top = document.getElementById(anchor(part))?.getBoundingClientRect().top;
        // A section is the current one once its title has passed below the sticky header.
        if (top !== undefined && top < 220) read = part.slug;
      }
      setCurrent(held.current ?? read);
    };
    const onScroll = () => {
      asked ||= requestAnimationFrame(look);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      cancelAnimationFrame(asked);
    };
  }, [parts]);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const jump = (event: MouseEvent, part: MenuPart) => {
    const section = document.getElementById(anchor(part));
    if (!section) return;
    event.preventDefault();
    stop.current();
    held.current = part.slug;
    setCurrent(part.slug);
    stop.current = holdInSight(section, () => {
      held.current = undefined;
    });
    section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  };
  return { current, jump };
}

/** Scrolls to a section and keeps it in view while those above it load, until the customer scrolls. */
function holdInSight(section: HTMLElement, left: () => void): () => void {
  const scroll = () => section.scrollIntoView();
  scroll();
  const all = section.parentElement;
  if (!all || typeof ResizeObserver === "undefined") return () => {};
  const filled = new ResizeObserver(scroll);
  filled.observe(all);
  const own = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
  const stop = () => {
    filled.disconnect();
    left();
    for (const name of own) window.removeEventListener(name, stop);
  };
  for (const name of own) window.addEventListener(name, stop, { passive: true });
  return stop;
}
