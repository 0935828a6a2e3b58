import { useRef, useState } from "react";
import { fieldHalf } from "../../../../../lib/format/field";
import { focusHalfFilled } from "../../../../../lib/halfFilled";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Notice } from "../../../../../ui/Notice";
import type { SheetState } from "./useSheet";

/** The number of changed rows, and the button that saves them all. */
export function SaveBar({ sheet }: { sheet: SheetState }) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const { list, number } = useFormat();
  const { lang } = useScope();
  const bar = useRef<HTMLDivElement>(null);
  const [half, setHalf] = useState(false);
  const { changed, busy, problem, belowCost } = sheet;
  const names = belowCost.map(({ name, variant }) => (variant ? `${name} – ${variant}` : name));
  function save() {
    const wrong = focusHalfFilled(bar.current?.closest("main") ?? null);
    setHalf(wrong);
    if (!wrong) void sheet.save();
  }
  return (
    <>
      {half && (
        <Notice tone="trouble" live>
          {fieldHalf("datetime-local", lang)}
        </Notice>
      )}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {belowCost.length > 0 && (
        <Notice
          tone="warning"
          live
          title={t("below_cost")}
          action={
            <Button size="sm" loading={busy} onClick={() => void sheet.keepBelowCost()}>
              {t("below_cost_keep")}
            </Button>
          }
        >
          {list(names, kit("comma"))}
        </Notice>
      )}
      <div
        ref={bar}
        className="sticky bottom-[var(--console-bar,0px)] z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3"
      >
        <Button
          variant="primary"
          size="lg"
          loading={busy}
          loadingLabel={kit("saving")}
          disabled={changed === 0}
          onClick={save}
        >
          {kit("save")}
        </Button>
        {changed > 0 && !busy && (
          <Button variant="plain" onClick={sheet.discard}>
            {kit("discard")}
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {changed > 0 ? t("rows_changed", { count: changed, n: number(changed) }) : ""}
        </p>
      </div>
    </>
  );
}
