import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { cx } from "../../../../../ui/cx";
import { DateShown, latest, markHalf } from "../../../../../ui/DateShown";
import { Ltr } from "../../../../../ui/Ltr";
import type { SheetRow } from "../api";
import { cellsOf } from "../model";
import { cellLook } from "./cell";
import { WhyItWaits } from "./PriceWaits";
import { StockActions } from "./StockActions";
import {
  type Cell,
  costCells,
  type Mark,
  priceCells,
  type SheetState,
  stockCells,
} from "./useSheet";

const isDate = (cell: Cell) => cell === "offer_from" || cell === "offer_to";

/** The variant has a price and is on sale but is out of stock: customers see it as sold out. */
const noneLeft = (row: SheetRow) =>
  row.price !== null && row.sold && row.counted && row.available <= 0 && !row.sold_out;

/**
 * The sheet: a row for each variant, with cells to type in. Enter and the arrow keys move between rows, a pasted block
 * fills the cells from the current one on, Ctrl+D fills a cell's value down.
 */
export function Sheet({
  sheet,
  rows,
  branch,
  stock,
  may,
  costs,
}: {
  sheet: SheetState;
  rows: readonly SheetRow[];
  branch: string;
  stock: boolean;
  may: boolean;
  /** Whether costs are shown, may be changed, and include the VAT of the purchase. */
  costs: { seen: boolean; may: boolean; untaxed: boolean };
}) {
  const { t } = useTranslation("catalogue");
  const { amount, list, money, number } = useFormat();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const cells: readonly Cell[] = stock ? stockCells : costs.seen ? costCells : priceCells;
  const mark: Mark = stock ? "counted" : "sold";
  const nameOf = (cell: Cell) => t(cell === "cost" && costs.untaxed ? "cost_untaxed" : cell);

  const placeOf = (target: EventTarget) => {
    const at = (target as HTMLElement).dataset.cell?.split(":").map(Number);
    return at && at.length === 2 ? { row: at[0] ?? 0, column: at[1] ?? 0 } : null;
  };
  function go(row: number, column: number) {
    const cell = box.current?.querySelector<HTMLInputElement>(`[data-cell="${row}:${column}"]`);
    cell?.focus();
    cell?.select?.();
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = placeOf(event.target);
    if (!at || event.nativeEvent.isComposing) return;
    const typing = (event.target as HTMLInputElement).type === "text";
    if (
      event.key === "Enter" ||
      (typing && (event.key === "ArrowDown" || event.key === "ArrowUp"))
    ) {
      event.preventDefault();
      go(at.row + (event.key === "ArrowUp" || event.shiftKey ? -1 : 1), at.column);
    } else if (
      may &&
      typing &&
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === "d"
    ) {
      event.preventDefault();
      const cell = cells[at.column];
      const first = rows[at.row];
      if (!cell || !first) return;
      const value = sheet.text(first, cell);
      const below = rows.slice(at.row + 1);
      sheet.put(below.map(({ variant_id }) => ({ id: variant_id, changes: { [cell]: value } })));
      setSaid(t("filled", { count: below.length }));
    }
  }
  function onPaste(event: ClipboardEvent) {
    const at = placeOf(event.target);
    const block = cellsOf(event.clipboardData.getData("text/plain"));
    const first = block[0];
    if (!may || !at || !first || (block.length === 1 && first.length === 1)) return;
    event.preventDefault();
    const changes = block.flatMap((line, down) => {
      const row = rows[at.row + down];
      if (!row) return [];
      const values = line.flatMap((value, along) => {
        const cell = cells[at.column + along];
        return cell ? [[cell, value] as const] : [];
      });
      return [{ id: row.variant_id, changes: Object.fromEntries(values) }];
    });
    sheet.put(changes);
    setSaid(t("pasted", { count: changes.length }));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cells within take the keys.
    <div
      ref={box}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="overflow-x-auto rounded-card bg-card shadow-soft"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      {may && <p className="px-4 pt-3 text-sm text-muted max-sm:hidden">{t("sheet_hint")}</p>}
      {/* On phones each variant is a card: its cells are below each other, each with its label. */}
      <table className="w-full border-collapse text-start max-sm:block">
        <caption className="sr-only">{t(stock ? "view_stock" : "view_prices")}</caption>
        <thead className="max-sm:hidden">
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="px-4 py-2 text-start font-medium">
              {t("variant")}
            </th>
            <th scope="col" className="p-2 text-start font-medium whitespace-nowrap">
              {t(mark)}
            </th>
            {cells.map((cell) => (
              <th key={cell} scope="col" className="p-2 text-start font-medium whitespace-nowrap">
                <Isolate>{nameOf(cell)}</Isolate>
              </th>
            ))}
            {stock &&
              (["reserved", "available"] as const).map((figure) => (
                <th
                  key={figure}
                  scope="col"
                  className="p-2 text-start font-medium whitespace-nowrap"
                >
                  {t(figure)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row, at) => {
            const name = list(row.variant ? [row.name, row.variant] : [row.name], " – ");
            const wrong = sheet.wrong(row.variant_id);
            const off = stock && !sheet.mark(row, "counted");
            // The margin as last read: next to a price being typed it would be outdated.
            const margin = costCells.some((cell) => sheet.isTyped(row, cell)) ? null : row.margin;
            const marginId = `${id}-margin-${row.variant_id}`;
            return (
              <tr
                key={row.variant_id}
                className="border-b border-line align-top last:border-b-0 max-sm:grid max-sm:grid-cols-2 max-sm:gap-3 max-sm:p-4"
              >
                <th
                  scope="row"
                  className="min-w-48 px-4 py-2 text-start font-medium max-sm:col-span-2 max-sm:p-0"
                >
                  <Isolate>{name}</Isolate>
                  <span className="flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
                    <Ltr>{row.sku}</Ltr>
                    {row.unit_grams > 0 && <span>{t(stock ? "in_kilos" : "per_kilo")}</span>}
                    {row.state === "draft" && <Badge>{t("state_draft")}</Badge>}
                    {row.sold_out && <Badge tone="trouble">{t("sold_out")}</Badge>}
                    {noneLeft(row) ? (
                      <Badge tone="trouble">{t("none_left")}</Badge>
                    ) : (
                      stock && row.low && !row.sold_out && <Badge tone="offer">{t("low")}</Badge>
                    )}
                  </span>
                  {stock && (
                    <StockActions sheet={sheet} row={row} branch={branch} name={name} may={may} />
                  )}
                  {!stock && row.waits && (
                    <div className="mt-1 flex max-w-prose flex-col items-start gap-1 text-sm font-normal">
                      <Badge tone="offer">{t("waits")}</Badge>
                      <WhyItWaits waits={row.waits} grams={row.unit_grams} />
                      <p className="text-muted">{t("waits_for")}</p>
                      {may && (
                        <Button
                          size="sm"
                          aria-label={t("withdraw_what", { what: name })}
                          disabled={sheet.busy}
                          onClick={() => void sheet.withdraw(row.variant_id)}
                        >
                          {t("withdraw")}
                        </Button>
                      )}
                    </div>
                  )}
                  {wrong && (
                    <span
                      id={`wrong-${row.variant_id}`}
                      role="alert"
                      className="block text-sm font-normal text-trouble-text"
                    >
                      {wrong.message}
                    </span>
                  )}
                </th>
                <td className="p-2 max-sm:col-span-2 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:p-0">
                  <NameOnPhone>{t(mark)}</NameOnPhone>
                  <input
                    type="checkbox"
                    className="size-6 accent-go sm:mt-2.5"
                    aria-label={`${name}: ${t(mark)}`}
                    disabled={!may}
                    checked={sheet.mark(row, mark)}
                    onChange={(event) =>
                      sheet.put([{ id: row.variant_id, changes: { [mark]: event.target.checked } }])
                    }
                  />
                </td>
                {cells.map((cell, column) => (
                  <td
                    key={cell}
                    className={cx("p-2 max-sm:p-0", isDate(cell) && "max-sm:col-span-2")}
                  >
                    <NameOnPhone>{nameOf(cell)}</NameOnPhone>
                    <span className="relative block">
                      <input
                        type={isDate(cell) ? "datetime-local" : "text"}
                        max={isDate(cell) ? latest["datetime-local"] : undefined}
                        dir="ltr"
                        autoComplete="off"
                        inputMode={!stock || row.unit_grams > 0 ? "decimal" : "numeric"}
                        data-cell={`${at}:${column}`}
                        aria-label={`${name}: ${nameOf(cell)}`}
                        aria-invalid={
                          (wrong && (wrong.field === "" || wrong.field === cell)) || undefined
                        }
                        aria-describedby={
                          cx(
                            wrong && `wrong-${row.variant_id}`,
                            cell === "cost" && margin !== null && marginId,
                          ) || undefined
                        }
                        className={cx(
                          cellLook,
                          isDate(cell) && "date-field",
                          sheet.isTyped(row, cell) && "bg-go-soft",
                          "disabled:bg-tint disabled:text-muted",
                        )}
                        disabled={(cell === "cost" ? !costs.may : !may) || off}
                        value={sheet.text(row, cell)}
                        onBlur={isDate(cell) ? markHalf : undefined}
                        onChange={(event) =>
                          sheet.put([
                            { id: row.variant_id, changes: { [cell]: event.target.value } },
                          ])
                        }
                      />
                      {isDate(cell) && (
                        <DateShown
                          type="datetime-local"
                          value={sheet.text(row, cell)}
                          className="inset-x-2"
                        />
                      )}
                    </span>
                    {cell === "cost" && margin !== null && (
                      <span
                        id={marginId}
                        className={cx(
                          "block pt-1 text-sm tabular-nums sm:whitespace-nowrap",
                          margin < 0 ? "text-trouble-text" : "text-muted",
                        )}
                      >
                        {t("margin_of", {
                          amount: money(margin),
                          percent: number(Math.round((row.margin_share ?? 0) / 100)),
                        })}
                      </span>
                    )}
                  </td>
                ))}
                {stock && (
                  <>
                    <td className="px-2 py-4 tabular-nums max-sm:p-0">
                      <NameOnPhone>{t("reserved")}</NameOnPhone>
                      {row.counted ? amount(row.reserved, row.unit_grams > 0 ? 1 : 0) : ""}
                    </td>
                    <td className="px-2 py-4 tabular-nums max-sm:p-0">
                      <NameOnPhone>{t("available")}</NameOnPhone>
                      {row.sold_out
                        ? number(0)
                        : row.counted
                          ? amount(row.available, row.unit_grams > 0 ? 1 : 0)
                          : t("always")}
                    </td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A column's label, because phones show no table head; the field itself has an accessible name. */
function NameOnPhone({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="block pb-1 text-sm text-muted sm:hidden">
      {children}
    </span>
  );
}
