import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { itemsOf } from "../api/query";
import { useAction } from "../api/useAction";
import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Isolate } from "../lib/words";
import { Button } from "../ui/Button";
import { ButtonLink } from "../ui/ButtonLink";
import { Card } from "../ui/Card";
import { Checkbox } from "../ui/Checkbox";
import { cx } from "../ui/cx";
import { EmptyState } from "../ui/EmptyState";
import { Icon, type IconName } from "../ui/Icon";
import { Link } from "../ui/Link";
import { type Asked, Loaded } from "../ui/Loaded";
import { Notice } from "../ui/Notice";
import { TabLinks } from "../ui/TabLinks";
import { ToastRegion } from "../ui/ToastRegion";
import { type BulkAction, BulkBar } from "./BulkBar";
import { type Filter, Filters } from "./Filters";
import { NextPart } from "./NextPart";
import { ShowMore } from "./ShowMore";
import { toasts } from "./toasts";
import { useListAddress } from "./useListAddress";
import { useNarrow } from "./useNarrow";

export interface Column<T> {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** The server's name of the sort; "-name" reverses it. */
  sort?: string;
  /** Numbers are aligned at the end. */
  align?: "end";
  /** Omitted from a phone's cards. */
  wideOnly?: boolean;
}

/** The parts of an infinite query that are used here; personalList and keysetList create such queries. */
export interface Parts<T> extends Asked<unknown> {
  data:
    | {
        pages: readonly {
          items: readonly T[];
          meta?: { total: number };
          total?: number;
          more?: boolean;
        }[];
      }
    | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ListProps<T> {
  title: string;
  /** A link to create a record. */
  create?: { to: string; label: string } | undefined;
  list: Parts<T>;
  /** Where a row leads. */
  to?: (row: T) => string;
  /** The name of a row, for its checkbox. */
  nameOf?: (row: T) => string;
  /** The empty state: what the list will contain, and in the text what to do next. */
  empty: { icon: IconName; title: string; text: string; action?: ReactNode };
  /** The label of the search box, which lists what it searches; no box without it. */
  search?: string;
  /** Advice on other searches, where a search finds nothing. */
  noMatch?: string;
  filters?: readonly Filter[];
  /** One filter as views side by side, each with an address. */
  views?:
    | {
        name: string;
        label: string;
        options: readonly { value: string; label: string; count?: number | undefined }[];
      }
    | undefined;
  bulk?: readonly BulkAction<T>[];
  /** Exports the whole filtered list as a file; the server records the export. */
  exportTo?: { label: string; run: () => Promise<unknown> };
  /** Content between the heading and the list. */
  children?: ReactNode;
  /** Part of a page that has its own heading and toasts. */
  bare?: boolean;
}

interface Columns<T> {
  /** The first column is the row's name and its link. */
  columns: readonly [Column<T>, ...Column<T>[]];
  draw?: never;
}

interface Drawn<T> {
  /**
   * Renders each row as a whole, in place of columns: for content that is read rather than
   * compared. Its name is a <RowLink> where it leads somewhere.
   */
  draw: (row: T) => ReactNode;
  /** Side by side: pictures. */
  tiles?: boolean;
  columns?: never;
}

export type RecordListProps<T> = ListProps<T> & (Columns<T> | Drawn<T>);

/**
 * A list of records: a table, on a phone cards. Search, filters and sort are in the address, its
 * rows are loaded in parts, and each row is a link that the arrow keys move between.
 */
export function RecordList<T extends { id: string }>(props: RecordListProps<T>) {
  const { title, create, list, search, filters = [], views, bulk = [], exportTo, bare } = props;
  const file = useAction();
  const { t } = useTranslation("backoffice");
  const { number } = useFormat();
  const { at } = useListAddress();
  const { query } = usePage();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const items = itemsOf(list) ?? [];
  const first = list.data?.pages[0];
  const total = first?.total ?? first?.meta?.total;
  const narrowed =
    query.get("q") !== "" ||
    [...filters, ...(views ? [views] : [])].some(({ name }) => query.get(name) !== "");
  const Title = bare ? "h2" : "h1";
  return (
    <div className={cx("flex w-full flex-col gap-4", !bare && "mx-auto max-w-6xl")}>
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        <Title className={bare ? "text-lg font-semibold" : "text-2xl font-bold"}>
          <Isolate>{title}</Isolate>
        </Title>
        {total !== undefined && total > 0 && (
          <span className="text-muted tabular-nums">
            {first?.more ? t("more_than", { number: number(total) }) : number(total)}
          </span>
        )}
        <div className="ms-auto flex flex-wrap gap-2">
          {exportTo && (
            <Button icon="external" loading={file.busy} onClick={() => void file.run(exportTo.run)}>
              {exportTo.label}
            </Button>
          )}
          {create && (
            <ButtonLink to={create.to} variant="primary" icon="plus">
              {create.label}
            </ButtonLink>
          )}
        </div>
      </div>
      {file.problem && (
        <Notice tone="trouble" live>
          {file.problem}
        </Notice>
      )}
      {views && (
        <TabLinks
          label={views.label}
          items={views.options.map(({ value, label, count }) => ({
            label,
            to: at({ [views.name]: value }),
            current: query.get(views.name) === value,
            count: count === undefined ? undefined : number(count),
          }))}
        />
      )}
      {(search !== undefined || filters.length > 0) && (
        <Filters search={search} filters={filters} narrowed={narrowed} />
      )}
      {props.children}
      <Loaded
        query={list}
        texts="backoffice"
        instead={{
          403: (words) => <EmptyState icon="lock" title={t("not_yours")} text={words} />,
        }}
        skeleton={["h-14", "h-14", "h-14", "h-14", "h-14", "h-14"]}
      >
        {() =>
          items.length > 0 ? (
            <Rows {...props} items={items} selected={selected} onSelect={setSelected} />
          ) : narrowed ? (
            <EmptyState
              icon="search"
              title={t("no_match")}
              text={props.noMatch ?? t("no_match_text")}
            />
          ) : (
            <EmptyState {...props.empty} />
          )
        }
      </Loaded>
      {/* In a list within a page, loading by scrolling would push the content below it away from the reader. */}
      {bare ? <ShowMore list={list} /> : <NextPart list={list} />}
      {bulk.length > 0 && (
        <BulkBar
          actions={bulk}
          rows={items.filter(({ id }) => selected.has(id))}
          nameOf={props.nameOf}
          onClear={() => setSelected(new Set())}
        />
      )}
      {!bare && <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />}
    </div>
  );
}

interface Selecting<T> {
  items: readonly T[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}
type RowsProps<T> = RecordListProps<T> & Selecting<T>;
type TableProps<T> = ListProps<T> & Columns<T> & Selecting<T>;

function Rows<T extends { id: string }>(props: RowsProps<T>) {
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  /** The arrow keys move from row to row. */
  function walk(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const here = links.indexOf(event.target as HTMLElement);
    if (here < 0) return;
    event.preventDefault();
    links[here + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within take the keys.
    <div ref={box} onKeyDown={walk}>
      {props.draw ? <DrawnRows {...props} /> : narrow ? <Cards {...props} /> : <Table {...props} />}
    </div>
  );
}

function DrawnRows<T extends { id: string }>(props: ListProps<T> & Drawn<T> & Selecting<T>) {
  const { items, to, draw, tiles, bulk = [] } = props;
  return (
    <ul
      className={
        tiles
          ? "grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
          : "flex flex-col gap-3"
      }
    >
      {items.map((one) => (
        <li key={one.id}>
          <Card
            as="article"
            pressable={to !== undefined}
            className={cx(tiles && "h-full", bulk.length > 0 && "flex items-start gap-3")}
          >
            {bulk.length > 0 && <Select {...props} row={one} />}
            {bulk.length > 0 ? <div className="min-w-0 flex-1">{draw(one)}</div> : draw(one)}
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** The name of a row rendered as a whole: the entire row is its link, and arrow keys move between rows. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} look="cover" data-row>
      {children}
    </Link>
  );
}

function toggled(set: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

function Select<T extends { id: string }>({
  row,
  nameOf,
  selected,
  onSelect,
}: Pick<ListProps<T>, "nameOf"> & Selecting<T> & { row: T }) {
  const { t } = useTranslation("backoffice");
  return (
    <Checkbox
      className="relative z-10"
      label={<span className="sr-only">{t("select", { what: nameOf?.(row) ?? row.id })}</span>}
      checked={selected.has(row.id)}
      onCheckedChange={(on) => onSelect(toggled(selected, row.id, on))}
    />
  );
}

function Name<T>({ row, column, to }: { row: T; column: Column<T>; to?: (row: T) => string }) {
  const content = <Isolate>{column.cell(row)}</Isolate>;
  if (!to) return content;
  return (
    <Link to={to(row)} look="cover" data-row className="font-semibold">
      {content}
    </Link>
  );
}

function Table<T extends { id: string }>(props: TableProps<T>) {
  const { title, columns, items, to, bulk = [], selected, onSelect } = props;
  const { t } = useTranslation("backoffice");
  const { query } = usePage();
  const { at } = useListAddress();
  const sort = query.get("sort");
  const all = items.every(({ id }) => selected.has(id));
  return (
    <div className="overflow-x-auto rounded-card bg-card shadow-soft">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">
          <Isolate>{title}</Isolate>
        </caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {bulk.length > 0 && (
              <th scope="col" className="w-12 ps-4">
                <Checkbox
                  label={<span className="sr-only">{t("select_all")}</span>}
                  checked={all}
                  onCheckedChange={(on) => onSelect(new Set(on ? items.map(({ id }) => id) : []))}
                />
              </th>
            )}
            {columns.map((column) => {
              const down = sort === `-${column.sort}`;
              const current = column.sort !== undefined && (sort === column.sort || down);
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={current ? (down ? "descending" : "ascending") : undefined}
                  className={cx(
                    "px-4 py-1 font-medium whitespace-nowrap",
                    column.align === "end" ? "text-end" : "text-start",
                  )}
                >
                  {column.sort === undefined ? (
                    column.label
                  ) : (
                    <Link
                      to={at({ sort: sort === column.sort ? `-${column.sort}` : column.sort })}
                      look="quiet"
                      replace
                      keepScroll
                      className="inline-flex min-h-11 items-center gap-1"
                    >
                      {column.label}
                      {current && <Icon name={down ? "chevron-down" : "chevron-up"} size={16} />}
                    </Link>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr
              key={row.id}
              className={cx(
                // WebKit ignores a row's position: without the transform its link covers the page.
                "relative transform-[translate(0)] border-b border-line last:border-b-0",
                to && "hover:bg-tint",
                selected.has(row.id) && "bg-go-soft",
              )}
            >
              {bulk.length > 0 && (
                <td className="w-12 ps-4">
                  <Select {...props} row={row} />
                </td>
              )}
              {columns.map((column, place) => (
                <td
                  key={column.id}
                  className={cx(
                    // A narrow column keeps its words whole.
                    "px-4 py-3 break-words",
                    column.align === "end" && "text-end tabular-nums",
                  )}
                >
                  {place === 0 ? (
                    <Name row={row} column={column} {...(to ? { to } : {})} />
                  ) : (
                    <Isolate>{column.cell(row)}</Isolate>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<T extends { id: string }>(props: TableProps<T>) {
  const { columns, items, to, bulk = [] } = props;
  const [main, ...others] = columns;
  return (
    <ul className="flex flex-col gap-3">
      {items.map((row) => (
        <li key={row.id}>
          <Card as="article" pressable={to !== undefined} className="flex items-start gap-3">
            {bulk.length > 0 && <Select {...props} row={row} />}
            <div className="min-w-0 flex-1">
              <h2 className="font-semibold">
                <Name row={row} column={main} {...(to ? { to } : {})} />
              </h2>
              <dl className="mt-1 flex flex-col gap-1 text-sm">
                {others
                  .filter(({ wideOnly }) => !wideOnly)
                  .map((column) => (
                    <div key={column.id} className="flex flex-wrap gap-x-2">
                      <dt className="text-muted">{column.label}</dt>
                      <dd className={cx("min-w-0", column.align === "end" && "tabular-nums")}>
                        <Isolate>{column.cell(row)}</Isolate>
                      </dd>
                    </div>
                  ))}
              </dl>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
