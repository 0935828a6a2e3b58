import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { NotAll } from "../../../../../backoffice/NotAll";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Loaded } from "../../../../../ui/Loaded";
import { type ConsoleCurrency, currencyQuery } from "../api";

/** The earlier rates, each with its start and author; loaded when it is opened. */
export function RateHistory({ code, seq }: { code: string; seq: number }) {
  const { t } = useTranslation("currency");
  const [open, setOpen] = useState(false);
  const id = useId();
  if (seq === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="plain"
        size="sm"
        icon="clock"
        className="self-start"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t("history")}
        <span className="sr-only"> {code}</span>
      </Button>
      <div id={id} hidden={!open}>
        {open && <Lines code={code} key={seq} />}
      </div>
    </div>
  );
}

function Lines({ code }: { code: string }) {
  const { t } = useTranslation("currency");
  return (
    <Loaded query={useQuery(currencyQuery(useScope(), code))} texts="currency" skeleton={["h-24"]}>
      {(one) => (
        <>
          <ol aria-label={t("history")} className="flex flex-col">
            {(one.history ?? []).map((rate) => (
              <Line key={rate.seq} rate={rate} />
            ))}
          </ol>
          {one.history_more && <NotAll />}
        </>
      )}
    </Loaded>
  );
}

function Line({ rate }: { rate: NonNullable<ConsoleCurrency["history"]>[number] }) {
  const { t } = useTranslation("currency");
  const { number, dayTime } = useFormat();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2 text-sm">
      <bdi className="font-medium tabular-nums">{number(rate.rate_e6 / 1_000_000, 6)}</bdi>
      <span className="text-muted">
        {dayTime(Date.parse(rate.at))} · <bdi>{rate.name || t("nobody")}</bdi>
      </span>
      {rate.note && (
        <span className="w-full" dir="auto">
          {rate.note}
        </span>
      )}
    </li>
  );
}
