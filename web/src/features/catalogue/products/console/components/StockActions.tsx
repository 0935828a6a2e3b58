import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { itemsOf } from "../../../../../api/query";
import { useAction } from "../../../../../api/useAction";
import { meQuery } from "../../../../../backoffice/me";
import { NextPart } from "../../../../../backoffice/NextPart";
import { toasts } from "../../../../../backoffice/toasts";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Link } from "../../../../../ui/Link";
import { Loaded } from "../../../../../ui/Loaded";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import { forget, movesList, type SheetRow, sellOut } from "../api";
import { stockIn } from "../model";
import type { SheetState } from "./useSheet";

const faults = ["branch", "courier", "shop", "customer", "supplier"] as const;
/** Faults that the company pays for: staff limited to branches cannot choose them. */
const platforms: readonly (typeof faults)[number][] = ["courier", "shop"];

const writtenOff = ["written_off", "fault", "note"] as const;
type WrittenOff = (typeof writtenOff)[number];

/** Marks a product as sold out with one tap, writes stock off, and shows the stock history. */
export function StockActions({
  sheet,
  row,
  branch,
  name,
  may,
}: {
  sheet: SheetState;
  row: SheetRow;
  branch: string;
  name: string;
  may: boolean;
}) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const client = useQueryClient();
  const format = useFormat();
  const { busy, problem, run } = useAction();
  const scope = useScope();
  const ofShop = useQuery(meQuery(scope)).data?.all_branches ?? false;
  const id = useId();
  const [open, setOpen] = useState<"history" | "write_off" | null>(null);
  const off = !row.counted;
  const [missing, setMissing] = useState<Partial<Record<WrittenOff, string>>>({});
  const refused = sheet.wrong(row.variant_id);
  const refusedHere = writtenOff.some((name) => name === refused?.field) ? refused : undefined;
  // A refusal by the server is shown at its field, in the form that opens again.
  const [told, setTold] = useState(refused);
  if (refused !== told) {
    setTold(refused);
    // Of several refused rows only the first opens: the others show the error in their rows.
    if (refusedHere && sheet.firstWrong === row.variant_id) setOpen("write_off");
  }
  const errorAt = (name: WrittenOff) =>
    missing[name] ?? (refusedHere?.field === name ? refusedHere.message : undefined);
  const put = (changes: Partial<Record<WrittenOff, string>>) => {
    setMissing((before) => {
      const rest = { ...before };
      for (const name of writtenOff) if (name in changes) delete rest[name];
      return rest;
    });
    sheet.put([{ id: row.variant_id, changes }]);
  };
  function takeOver() {
    const n = stockIn(sheet.text(row, "written_off"), row.unit_grams);
    const wrong: typeof missing = {};
    if (sheet.text(row, "written_off").trim() === "" || n < 1)
      wrong.written_off = t(row.unit_grams > 0 ? "write_off_weight" : "write_off_amount");
    else if (row.available <= 0) wrong.written_off = t("write_off_none");
    else if (n > row.available)
      wrong.written_off = t("write_off_left", {
        left: format.amount(row.available, row.unit_grams > 0 ? 1 : 0),
      });
    if (sheet.text(row, "fault") === "") wrong.fault = t("write_off_fault");
    if (sheet.text(row, "note").trim() === "") wrong.note = t("write_off_note");
    setMissing(wrong);
    if (Object.keys(wrong).length === 0) setOpen(null);
  }
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-1">
        {may && (
          <Button
            size="sm"
            loading={busy}
            loadingLabel={kit("saving")}
            aria-label={`${t(row.sold_out ? "back_again" : "sell_out")}: ${name}`}
            onClick={() =>
              void run(async () => {
                await sellOut(branch, [row.variant_id], !row.sold_out);
                toasts.show({
                  text: t(row.sold_out ? "is_back" : "is_sold_out", { what: name }),
                  tone: "success",
                });
                await forget(client, "branches");
              })
            }
          >
            {t(row.sold_out ? "back_again" : "sell_out")}
          </Button>
        )}
        {may && !off && (
          <Button
            size="sm"
            variant="plain"
            aria-label={`${t("write_off")}: ${name}`}
            onClick={() => {
              setMissing({});
              setOpen("write_off");
            }}
          >
            {t("write_off")}
          </Button>
        )}
        <Button
          size="sm"
          variant="plain"
          aria-label={`${t("history")}: ${name}`}
          onClick={() => setOpen("history")}
        >
          {t("history")}
        </Button>
      </div>
      {problem && <p className="text-sm font-normal text-trouble-text">{problem}</p>}
      <Dialog
        open={open === "history"}
        onClose={() => setOpen(null)}
        title={t("history_of", { what: name })}
        closeLabel={kit("close")}
      >
        {open === "history" && <Moves branch={branch} row={row} />}
      </Dialog>
      <Dialog
        open={open === "write_off"}
        onClose={() => setOpen(null)}
        title={t("write_off_of", { what: name })}
        closeLabel={kit("close")}
        footer={
          <Button type="submit" form={id} variant="primary">
            {t("take_over")}
          </Button>
        }
      >
        <form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            takeOver();
          }}
          noValidate
          className="flex flex-col gap-4"
        >
          <p className="text-muted">{t("write_off_text")}</p>
          <TextInput
            label={t(row.unit_grams > 0 ? "written_off_kilos" : "written_off")}
            inputMode={row.unit_grams > 0 ? "decimal" : "numeric"}
            dir="ltr"
            value={sheet.text(row, "written_off")}
            error={errorAt("written_off")}
            onValueChange={(written_off) => put({ written_off })}
          />
          <Select
            label={t("fault")}
            placeholder={t("choose")}
            value={sheet.text(row, "fault")}
            error={errorAt("fault")}
            onValueChange={(fault) => put({ fault })}
            hint={ofShop ? undefined : t("fault_own")}
            options={faults
              .filter((value) => ofShop || !platforms.includes(value))
              .map((value) => ({ value, label: t(`fault_${value}`) }))}
          />
          <TextInput
            label={t("note")}
            value={sheet.text(row, "note")}
            error={errorAt("note")}
            onValueChange={(note) => put({ note })}
          />
        </form>
      </Dialog>
    </>
  );
}

/** The changes of the stock, the latest first. */
function Moves({ branch, row }: { branch: string; row: SheetRow }) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const list = useInfiniteQuery(movesList(useScope(), branch, row.variant_id));
  const moves = itemsOf(list) ?? [];
  return (
    <Loaded query={list} texts="backoffice" skeleton={["h-12", "h-12", "h-12"]}>
      {() => (
        <>
          {moves.length === 0 && <p>{t("no_moves")}</p>}
          <ul className="flex flex-col">
            {moves.map(({ id, qty, label, order, by, fault, note, at }) => (
              <li key={id} className="flex gap-3 border-b border-line py-2">
                <span className="w-20 shrink-0 text-end font-semibold tabular-nums">
                  <Isolate>
                    {(qty > 0 ? "+" : "") + format.amount(qty, row.unit_grams > 0 ? 1 : 0)}
                  </Isolate>
                </span>
                <span className="min-w-0 flex-1">
                  <Isolate>{label}</Isolate>
                  {order && (
                    <>
                      {" "}
                      <Link to={`/orders/${encodeURIComponent(order.id)}`}>
                        <Isolate>{order.name}</Isolate>
                      </Link>
                    </>
                  )}
                  <span className="block text-sm text-muted">
                    {[
                      format.dayTime(Date.parse(at)),
                      by,
                      fault && t(`fault_${fault as (typeof faults)[number]}`),
                      note,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <NextPart list={list} />
        </>
      )}
    </Loaded>
  );
}
