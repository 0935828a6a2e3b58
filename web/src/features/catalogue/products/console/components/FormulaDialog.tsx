import { type FormEvent, useId, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useNavigate } from "../../../../../lib/history";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Notice } from "../../../../../ui/Notice";
import { RadioGroup } from "../../../../../ui/RadioGroup";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import type { SheetRow } from "../api";
import { type SheetFilter, tryFormula } from "../api";
import { applied, type Formula, piastres, pounds, signed } from "../model";
import type { SheetState } from "./useSheet";

const rounds = ["none", "0.95", "0.50", "0"] as const;
const shown = 8;

/**
 * Changes prices by a formula. For the visible rows it shows a preview, then fills the cells, which are saved as usual.
 * For all rows it creates an import file, which is checked, imported and undone like any other.
 */
export function FormulaDialog({
  sheet,
  rows,
  branch,
  filter,
}: {
  sheet: SheetState;
  rows: readonly SheetRow[];
  branch: string;
  /** The filter of the rows. */
  filter: SheetFilter;
}) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [cell, setCell] = useState<"price" | "offer_price">("price");
  const [formula, setFormula] = useState<Formula>({ kind: "percent", by: "", round: "none" });
  const [all, setAll] = useState(false);
  // For all rows, the stored values are used and the page is left: no unsaved input may remain.
  const every = all && sheet.changed === 0;
  const navigate = useNavigate();
  const { busy, problem, run } = useAction();
  const given = signed(formula.by) !== null;
  const next = given
    ? rows.flatMap((row) => {
        // An offer price is computed from the price.
        const from = piastres(sheet.text(row, "price"));
        if (from === null || from === 0) return [];
        const to = applied(from, formula);
        return [{ row, from, to }];
      })
    : [];
  const possible = next.filter(
    (one): one is (typeof next)[number] & { to: number } => one.to !== null,
  );
  // Rows that are not visible may change even if none of the visible ones can.
  const ready = every ? given : possible.length > 0;
  async function take(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    if (every) {
      await run(async () => {
        const tried = await tryFormula({
          ...filter,
          branch_id: branch,
          cell,
          kind: formula.kind,
          by: Math.round((signed(formula.by) ?? 0) * 100),
          round: formula.round,
        });
        navigate(`/imports/${encodeURIComponent(tried.id)}`);
      });
      return;
    }
    sheet.put(
      possible.map(({ row, to }) => ({ id: row.variant_id, changes: { [cell]: pounds(to) } })),
    );
    setOpen(false);
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("formula")}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("formula")}
        closeLabel={kit("close")}
        footer={
          <Button type="submit" form={id} variant="primary" disabled={!ready} loading={busy}>
            {every
              ? t("formula_try")
              : t("formula_take", { count: possible.length, n: format.number(possible.length) })}
          </Button>
        }
      >
        <form id={id} onSubmit={take} noValidate className="flex flex-col gap-4">
          <p className="text-muted">{t("formula_text")}</p>
          <RadioGroup
            name="cell"
            label={t("formula_cell")}
            layout="row"
            value={cell}
            onValueChange={(value) => setCell(value as typeof cell)}
            options={[
              { value: "price", label: t("price") },
              { value: "offer_price", label: t("offer_price") },
            ]}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <Select
              label={t("formula_kind")}
              value={formula.kind}
              onValueChange={(kind) => setFormula({ ...formula, kind: kind as Formula["kind"] })}
              options={[
                { value: "percent", label: t("formula_percent") },
                { value: "amount", label: t("formula_amount") },
              ]}
            />
            <TextInput
              label={t("formula_by")}
              hint={t("formula_by_hint")}
              dir="ltr"
              inputMode="text"
              value={formula.by}
              error={formula.by !== "" && !given ? t("formula_wrong") : undefined}
              onValueChange={(by) => setFormula({ ...formula, by })}
            />
            <Select
              label={t("formula_round")}
              value={formula.round}
              onValueChange={(round) =>
                setFormula({ ...formula, round: round as Formula["round"] })
              }
              options={rounds.map((value) => ({
                value,
                label: t(
                  `round_${value === "none" ? "none" : value === "0.95" ? "95" : value === "0.50" ? "50" : "0"}`,
                ),
              }))}
            />
          </div>
          <RadioGroup
            name="rows"
            label={t("formula_rows")}
            value={every ? "all" : "shown"}
            onValueChange={(value) => setAll(value === "all")}
            options={[
              {
                value: "shown",
                label: t("formula_shown", { count: rows.length, n: format.number(rows.length) }),
              },
              {
                value: "all",
                label: t("formula_all"),
                hint: sheet.changed > 0 ? t("save_first") : t("formula_all_text"),
                disabled: sheet.changed > 0,
              },
            ]}
          />
          {problem && <Notice tone="trouble">{problem}</Notice>}
          {possible.length < next.length && <Notice tone="warning">{t("formula_below")}</Notice>}
          {possible.length > 0 && (
            <table className="w-full text-start">
              <caption className="text-start text-sm text-muted">{t("formula_preview")}</caption>
              <tbody>
                {possible.slice(0, shown).map(({ row, from, to }) => (
                  <tr key={row.variant_id} className="border-b border-line">
                    <th scope="row" className="py-1 text-start font-normal">
                      {format.list(row.variant ? [row.name, row.variant] : [row.name], " – ")}
                    </th>
                    <td className="py-1 text-end text-muted tabular-nums">
                      <s>{format.money(from / 100)}</s>
                    </td>
                    <td className="py-1 text-end font-semibold tabular-nums">
                      {format.money(to / 100)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </form>
      </Dialog>
    </>
  );
}
