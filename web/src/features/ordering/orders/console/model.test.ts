import { describe, expect, test } from "vitest";
import type { OrderStatus } from "../../../../api/types";
import type { Board, BoardOrder, Move } from "./api";
import {
  arrange,
  arrivals,
  clockLeft,
  codeOf,
  currentColumn,
  idsOf,
  minutesLate,
  putBack,
  sortMoves,
  withMove,
} from "./model";
import { aBoard, anOrder } from "./testing";

const move = (to: OrderStatus): Move => ({
  to,
  label: to,
  needs_reason: false,
  needs_pin: false,
  needs_weights: false,
});
const places = (board: Board) =>
  Object.fromEntries(
    board.columns
      .filter(({ orders }) => orders.length > 0)
      .map(({ status, orders }) => [status, orders.map(({ id }) => id)]),
  );

describe("the columns", () => {
  test("are work first, then what has ended, the rare ones only when needed", () => {
    const quiet = arrange(aBoard({ pending: [anOrder("a")] }));
    expect(quiet.map(({ id }) => id)).toEqual([
      "pending",
      "processing",
      "shipped",
      "out_for_delivery",
      "on_hold",
      "done",
    ]);
    const busy = arrange(
      aBoard({
        in_return: [anOrder("r")],
        delivered: [anOrder("d", { promised_at: "2026-11-20T09:00:00Z" })],
        cancelled: [anOrder("c", { promised_at: "2026-11-20T11:00:00Z" })],
      }),
    );
    expect(busy.map(({ id }) => id)).toContain("in_return");
    expect(busy.at(-1)?.orders.map(({ id }) => id)).toEqual(["c", "d"]);
  });

  test("a courier's board has only the columns it was given", () => {
    const board: Board = {
      cursor: "1",
      closed: [],
      shop: "open",
      columns: [
        { status: "shipped", label: "Ready", orders: [], more: false },
        { status: "delivered", label: "Delivered", orders: [], more: false },
      ],
    };
    expect(arrange(board).map(({ id }) => id)).toEqual(["shipped", "done"]);
  });

  test("a phone begins where there is something to do", () => {
    const columns = arrange(aBoard({ shipped: [anOrder("a")], delivered: [anOrder("d")] }));
    expect(currentColumn(columns, "")?.id).toBe("shipped");
    expect(currentColumn(columns, "on_hold")?.id).toBe("on_hold");
    expect(currentColumn(columns, "nonsense")?.id).toBe("shipped");
    expect(currentColumn(arrange(aBoard({})), "")?.id).toBe("pending");
  });
});

describe("a move", () => {
  const board = aBoard({
    pending: [anOrder("a"), anOrder("b"), anOrder("c")],
    processing: [anOrder("x")],
  });

  test("puts the card into its new column, without moves until the server names them", () => {
    const after = withMove(board, "b", "processing");
    expect(places(after)).toEqual({ pending: ["a", "c"], processing: ["x", "b"] });
    const moved = after.columns.flatMap(({ orders }) => orders).find(({ id }) => id === "b");
    expect(moved).toMatchObject({ status: "processing", moves: [] });
    expect(places(board)).toEqual({ pending: ["a", "b", "c"], processing: ["x"] });
  });

  test("taken back leaves everything else as it has become", () => {
    const after = withMove(board, "b", "processing");
    const meanwhile = withMove(after, "x", "shipped");
    expect(places(putBack(meanwhile, board, "b"))).toEqual({
      pending: ["a", "b", "c"],
      shipped: ["x"],
    });
  });

  test("of an order that is not there changes nothing", () => {
    expect(withMove(board, "?", "processing")).toBe(board);
    expect(putBack(board, aBoard({}), "a")).toBe(board);
  });

  test("forward comes first, the ways out last", () => {
    const sorted = (from: OrderStatus, ...to: OrderStatus[]) =>
      sortMoves(from, to.map(move)).map((one) => one.to);
    expect(sorted("pending", "processing", "on_hold", "rejected", "cancelled")[0]).toBe(
      "processing",
    );
    expect(sorted("out_for_delivery", "shipped", "delivered", "in_return")).toEqual([
      "delivered",
      "shipped",
      "in_return",
    ]);
    expect(sorted("processing", "on_hold", "rejected", "shipped")).toEqual([
      "shipped",
      "on_hold",
      "rejected",
    ]);
  });
});

test("new orders are those waiting that were not on the board before", () => {
  const before = aBoard({ pending: [anOrder("a")], on_hold: [anOrder("h")] });
  const after = aBoard({ pending: [anOrder("a"), anOrder("h"), anOrder("n")] });
  expect(arrivals(idsOf(before), after).map(({ id }) => id)).toEqual(["n"]);
});

test("late is counted in whole minutes and ends with the order", () => {
  const now = Date.parse("2026-11-20T10:12:59Z");
  const order: BoardOrder = anOrder("a", {
    promised_at: "2026-11-20T10:00:00Z",
    status: "shipped",
  });
  expect(minutesLate(order, now)).toBe(12);
  expect(minutesLate({ ...order, status: "delivered" }, now)).toBe(0);
  expect(minutesLate({ ...order, promised_at: "2026-11-20T11:00:00Z" }, now)).toBe(0);
});

test("small things", () => {
  expect(clockLeft(725)).toBe("12:05");
  expect(clockLeft(3725)).toBe("1:02:05");
  expect(clockLeft(0)).toBe("0:00");
  expect(codeOf("orders.moved_on")).toBe("moved_on");
  expect(codeOf("pin_wrong")).toBe("pin_wrong");
});
