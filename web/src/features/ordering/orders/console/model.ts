/** The logic of the order board that needs no requests. */

import type { OrderStatus } from "../../../../api/types";
import type { Format } from "../../../../lib/useFormat";
import type { Board, BoardColumn, BoardOrder, DeliveryAddress, Move } from "./api";

/** Statuses that require work, in the order of the work; these columns are always shown. */
const working: readonly OrderStatus[] = [
  "pending",
  "processing",
  "shipped",
  "out_for_delivery",
  "on_hold",
];
/** Columns that are shown only while they have orders. */
const rare: readonly OrderStatus[] = ["in_return", "return_received"];
const ended: readonly OrderStatus[] = ["delivered", "returned", "rejected", "cancelled"];

export interface ViewColumn {
  /** The status, or "done" for orders that ended today. */
  id: OrderStatus | "done";
  /** The server's label; "" for "done". */
  label: string;
  orders: BoardOrder[];
  /** There are more orders than the board shows. */
  more: boolean;
}

export function isEnded(status: OrderStatus): boolean {
  return ended.includes(status);
}

/** The columns as they are shown: work first, then the ended orders together, latest first. */
export function arrange(board: Board): ViewColumn[] {
  const of = (status: OrderStatus) => board.columns.find((column) => column.status === status);
  const shown = [...working, ...rare].flatMap((status): ViewColumn[] => {
    const column = of(status);
    if (!column || (rare.includes(status) && column.orders.length === 0)) return [];
    return [{ id: status, label: column.label, orders: column.orders, more: column.more }];
  });
  const done = ended.flatMap((status) => of(status)?.orders ?? []);
  if (!ended.some(of)) return shown;
  return [
    ...shown,
    {
      id: "done",
      label: "",
      orders: done.sort((a, b) => Date.parse(b.promised_at) - Date.parse(a.promised_at)),
      more: ended.some((status) => of(status)?.more === true),
    },
  ];
}

/** The column that a phone shows: the requested one, or the first with something to do. */
export function currentColumn(
  columns: readonly ViewColumn[],
  asked: string,
): ViewColumn | undefined {
  return (
    columns.find(({ id }) => id === asked) ??
    columns.find(({ id, orders }) => id !== "done" && orders.length > 0) ??
    columns[0]
  );
}

/** The statuses of an order without incidents, in sequence. */
const way: readonly OrderStatus[] = [
  "pending",
  "processing",
  "shipped",
  "out_for_delivery",
  "delivered",
];

/** Sorts moves: the one that advances the order first, those that end it last. */
export function sortMoves(status: OrderStatus, moves: readonly Move[]): Move[] {
  const here = way.indexOf(status);
  const rank = ({ to }: Move): number => {
    if (to === "cancelled" || to === "rejected") return 3;
    if (to === "on_hold" || to === "in_return") return 2;
    const there = way.indexOf(to);
    // A step back (a failed delivery) does not advance the order.
    return there >= 0 && here >= 0 && there < here ? 1 : 0;
  };
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

/** The move ends the order without a delivery: its button is red. */
export function isDrastic({ to }: Move): boolean {
  return to === "rejected" || to === "cancelled";
}

/** Whether a move requires input first. */
export function needsWords({ needs_pin, needs_reason, needs_weights }: Move): boolean {
  return needs_pin || needs_reason || needs_weights;
}

function without(columns: readonly BoardColumn[], id: string): BoardColumn[] {
  return columns.map((column) =>
    column.orders.some((order) => order.id === id)
      ? { ...column, orders: column.orders.filter((order) => order.id !== id) }
      : column,
  );
}

/** The board after a move: the card is at the end of its new column, until the server returns its moves. */
export function withMove(board: Board, id: string, to: OrderStatus): Board {
  const order = board.columns.flatMap(({ orders }) => orders).find((one) => one.id === id);
  if (!order) return board;
  const moved: BoardOrder = { ...order, status: to, moves: [], late: order.late && !isEnded(to) };
  return {
    ...board,
    columns: without(board.columns, id).map((column) =>
      column.status === to ? { ...column, orders: [...column.orders, moved] } : column,
    ),
  };
}

/** The board with one card back in its earlier state and place; the other cards stay as they are. */
export function putBack(board: Board, before: Board, id: string): Board {
  const from = before.columns.find(({ orders }) => orders.some((order) => order.id === id));
  const place = from?.orders.findIndex((order) => order.id === id) ?? -1;
  const order = from?.orders[place];
  if (!from || !order) return board;
  return {
    ...board,
    columns: without(board.columns, id).map((column) =>
      column.status === from.status
        ? { ...column, orders: column.orders.toSpliced(place, 0, order) }
        : column,
    ),
  };
}

/** The ids of all orders on a board. */
export function idsOf(board: Board): Set<string> {
  return new Set(board.columns.flatMap(({ orders }) => orders.map(({ id }) => id)));
}

/** Orders waiting for acceptance or a call that are not in `known`. */
export function arrivals(known: ReadonlySet<string>, board: Board): BoardOrder[] {
  return board.columns
    .flatMap(({ orders }) => orders)
    .filter(({ id, status, call }) => (status === "pending" || call !== null) && !known.has(id));
}

/** Minutes past the promised time; 0 if the order is on time or has ended. */
export function minutesLate(
  { promised_at, status }: Pick<BoardOrder, "promised_at" | "status">,
  now: number,
): number {
  if (isEnded(status)) return 0;
  return Math.max(0, Math.floor((now - Date.parse(promised_at)) / 60_000));
}

/** Formats seconds as "12:05", or with hours as "1:02:05". */
export function clockLeft(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** A refusal's code without the prefix of its feature, if it has one. */
export function codeOf(code: string): string {
  return code.slice(code.lastIndexOf(".") + 1);
}

/** An address as a courier reads it: street and building, inside, district. */
export function addressLines(
  address: DeliveryAddress,
  t: (key: string, values?: Record<string, string>) => string,
  list: Format["list"],
): string[] {
  const comma = t("comma");
  const part = (key: string, value: string) => (value ? t(key, { number: value }) : "");
  return [
    [part("building", address.building_number), address.address],
    [part("floor", address.floor), part("apartment", address.apartment_number)],
    [address.district.name, address.city || address.region.name],
  ]
    .map((parts) => list(parts.filter(Boolean), comma))
    .filter(Boolean);
}

/** Where the pin is, for whatever map the phone has; "" without one. */
