import { useRef, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useTryKey } from "../../../../../api/useTryKey";
import { fieldOf, momentOf } from "../../../../../lib/format/field";
import {
  type CostRow,
  type PriceRow,
  type Saved,
  type SheetRow,
  type StockRow,
  setCosts,
  setPrices,
  setStock,
  withdrawPrice,
} from "../api";
import { piastres, pounds, stockIn, stockText } from "../model";

/** The cells that are typed into. */
export type Cell =
  | "price"
  | "offer_price"
  | "offer_from"
  | "offer_to"
  | "cost"
  | "on_hand"
  | "received"
  | "written_off"
  | "fault"
  | "note"
  | "warn_at";
/** The cells that are switched on or off. */
export type Mark = "sold" | "counted";
type Typed = Partial<Record<Cell, string>> & Partial<Record<Mark, boolean>>;

export const priceCells = ["price", "offer_price", "offer_from", "offer_to"] as const;
/** For staff who may see costs. */
export const costCells = ["price", "cost", "offer_price", "offer_from", "offer_to"] as const;
export const stockCells = ["on_hand", "received", "warn_at"] as const;

export interface SheetState {
  text: (row: SheetRow, cell: Cell) => string;
  mark: (row: SheetRow, mark: Mark) => boolean;
  isTyped: (row: SheetRow, cell: Cell | Mark) => boolean;
  put: (changes: readonly { id: string; changes: Typed }[]) => void;
  wrong: (id: string) => { field: string; message: string } | undefined;
  /** The first visible row that was refused. */
  firstWrong: string | undefined;
  /** The number of changed rows. */
  changed: number;
  busy: boolean;
  problem: string | null;
  save: () => Promise<void>;
  /** Rows whose price is below cost, which need a confirmation before they are saved. */
  belowCost: readonly SheetRow[];
  /** Saves those rows nevertheless. */
  keepBelowCost: () => Promise<void>;
  /** Withdraws a price that awaits approval. */
  withdraw: (id: string) => Promise<void>;
  discard: () => void;
}

/** A cell's value as it was read. */
function stored(row: SheetRow, cell: Cell): string {
  switch (cell) {
    case "price":
      return row.price === null ? "" : pounds(Math.round(row.price * 100));
    case "offer_price":
      return row.offer_price === null ? "" : pounds(Math.round(row.offer_price * 100));
    case "cost":
      return row.cost === null ? "" : pounds(Math.round(row.cost * 100));
    case "offer_from":
      return fieldOf(row.offer_from);
    case "offer_to":
      return fieldOf(row.offer_to);
    case "on_hand":
      return row.counted ? stockText(row.on_hand, row.unit_grams) : "";
    case "warn_at":
      return row.warn_at > 0 ? stockText(row.warn_at, row.unit_grams) : "";
    default:
      return "";
  }
}

const has = (typed: Typed, names: readonly (Cell | Mark)[]) =>
  names.some((name) => typed[name] !== undefined);

/** The row of prices to send; a first price puts the variant on sale unless it is switched off. */
function priceRow(row: SheetRow, typed: Typed): PriceRow {
  const text = (cell: Cell) => typed[cell] ?? stored(row, cell);
  const amount = (cell: Cell) => {
    const n = piastres(text(cell));
    // The server refuses an invalid amount, with an error for this cell.
    return text(cell).trim() === "" ? null : n === null ? 0 : n / 100;
  };
  const from = momentOf(text("offer_from"));
  const to = momentOf(text("offer_to"));
  return {
    variant_id: row.variant_id,
    price: amount("price") ?? 0,
    offer_price: amount("offer_price"),
    ...(from === undefined ? {} : { offer_from: from }),
    ...(to === undefined ? {} : { offer_to: to }),
    sold: typed.sold ?? (row.price === null ? true : row.sold),
    version: row.version,
  };
}

function costRow(row: SheetRow, typed: Typed): CostRow {
  const text = (typed.cost ?? "").trim();
  const n = piastres(text);
  // The server refuses an invalid amount, with an error for this cell.
  return {
    variant_id: row.variant_id,
    cost: text === "" ? null : n === null ? -1 : n / 100,
    was: row.cost,
  };
}

function stockRow(row: SheetRow, typed: Typed): StockRow {
  const some = (cell: Cell) =>
    typed[cell] !== undefined && typed[cell].trim() !== ""
      ? stockIn(typed[cell], row.unit_grams)
      : undefined;
  const on_hand = some("on_hand");
  const received = some("received");
  const written_off = some("written_off");
  return {
    variant_id: row.variant_id,
    ...(typed.counted === undefined ? {} : { counted: typed.counted }),
    ...(typed.warn_at === undefined ? {} : { warn_at: stockIn(typed.warn_at, row.unit_grams) }),
    ...(on_hand === undefined ? {} : { on_hand, was: row.on_hand }),
    ...(received === undefined ? {} : { received }),
    ...(written_off === undefined
      ? {}
      : { written_off, fault: typed.fault ?? "", note: typed.note ?? "" }),
  };
}

const most = 500;

/**
 * The unsaved input in the rows of a branch, kept row by row until it is saved. Refused rows keep their
 * input and show the reason.
 */
export function useSheet(
  branch: string,
  rows: readonly SheetRow[],
  /** `all`: nothing was refused. */
  onSaved: (all: boolean) => void,
): SheetState {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<string, { field: string; message: string }>>(
    new Map(),
  );
  const [below, setBelow] = useState<readonly string[]>([]);
  const { busy, problem, run, forget } = useAction();
  const key = useTryKey();
  // A row that a filter removed from the page is saved as well.
  const seen = useRef(new Map<string, SheetRow>());
  for (const row of rows) seen.current.set(row.variant_id, row);
  const here = useRef(branch);
  if (here.current !== branch) {
    here.current = branch;
    seen.current = new Map(rows.map((row) => [row.variant_id, row]));
  }

  function put(list: readonly { id: string; changes: Typed }[]) {
    setTyped((before) => {
      const next = new Map(before);
      for (const { id, changes } of list) {
        const row = seen.current.get(id);
        if (!row) continue;
        const now: Record<string, string | boolean> = { ...next.get(id), ...changes };
        for (const [name, value] of Object.entries(now)) {
          const was = name === "sold" || name === "counted" ? row[name] : stored(row, name as Cell);
          // A first price puts the variant on sale unless it is switched off.
          if (value === was && !(name === "sold" && row.price === null)) delete now[name];
        }
        if (Object.keys(now).length === 0) next.delete(id);
        else next.set(id, now);
      }
      return next;
    });
    setWrong((before) => {
      const next = new Map(before);
      for (const { id } of list) next.delete(id);
      return next;
    });
    setBelow((before) => before.filter((one) => !list.some(({ id }) => id === one)));
  }

  async function saveTyped(keepBelow = false) {
    const asked: string[] = [];
    const failures: unknown[] = [];
    const refused = new Map<string, { field: string; message: string }>();
    const left = new Map<string, Typed>();
    const keep = (id: string, names: readonly (Cell | Mark)[]) => {
      const entries = names.flatMap((name) => {
        const value = typed.get(id)?.[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      left.set(id, { ...left.get(id), ...Object.fromEntries(entries) });
    };
    const prices: readonly (Cell | Mark)[] = [...priceCells, "sold"];
    const stock: readonly (Cell | Mark)[] = [
      ...stockCells,
      "written_off",
      "fault",
      "note",
      "counted",
    ];
    async function send<Row>(
      names: readonly (Cell | Mark)[],
      make: (row: SheetRow, one: Typed) => Row,
      call: (part: Row[]) => Promise<Saved>,
    ) {
      const ids = [...typed].filter(([, one]) => has(one, names)).map(([id]) => id);
      for (let from = 0; from < ids.length; from += most) {
        const part = ids.slice(from, from + most);
        try {
          const done = await call(
            part.flatMap((id) => {
              const row = seen.current.get(id);
              const one = typed.get(id);
              return row && one ? [make(row, one)] : [];
            }),
          );
          for (const { variant_id, ok, code, field, message } of done.results) {
            if (ok) continue;
            if (code === "below_cost") asked.push(variant_id);
            // Of two refusals the first is shown: the second may only follow from it.
            if (!refused.has(variant_id)) refused.set(variant_id, { field, message });
            keep(variant_id, names);
          }
          for (const row of done.rows) seen.current.set(row.variant_id, row);
        } catch (failure) {
          for (const id of part) keep(id, names);
          failures.push(failure);
        }
      }
    }
    await send(prices, priceRow, (part) => setPrices(branch, part, keepBelow));
    await send(["cost"], costRow, (part) => setCosts(branch, part));
    await send(stock, stockRow, async (part) => {
      const source = key.of(part);
      try {
        const done = await setStock(branch, source, part);
        key.answered();
        return done;
      } catch (failure) {
        key.answered(failure);
        throw failure;
      }
    });
    setTyped(left);
    setWrong(refused);
    setBelow(asked);
    onSaved(left.size === 0);
    // Everything else is saved; of the parts that failed, the last one's error is shown.
    if (failures.length > 0) throw failures.at(-1);
  }
  return {
    text: (row, cell) => typed.get(row.variant_id)?.[cell] ?? stored(row, cell),
    mark: (row, mark) =>
      typed.get(row.variant_id)?.[mark] ??
      (mark === "sold" && row.price === null
        ? has(typed.get(row.variant_id) ?? {}, ["price"])
        : row[mark]),
    isTyped: (row, cell) => typed.get(row.variant_id)?.[cell] !== undefined,
    put,
    wrong: (id) => wrong.get(id),
    firstWrong: rows.find(({ variant_id }) => wrong.has(variant_id))?.variant_id,
    changed: typed.size,
    busy,
    problem,
    save: async () => {
      await run(() => saveTyped());
    },
    belowCost: below.flatMap((id) => seen.current.get(id) ?? []),
    keepBelowCost: async () => {
      await run(() => saveTyped(true));
    },
    withdraw: async (id) => {
      await run(async () => {
        try {
          await withdrawPrice(branch, id);
        } finally {
          onSaved(false);
        }
      });
    },
    discard() {
      setTyped(new Map());
      setWrong(new Map());
      setBelow([]);
      forget();
    },
  };
}
