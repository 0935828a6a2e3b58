import type { Order } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Card } from "../../../../ui/Card";
import { Icon, type IconName } from "../../../../ui/Icon";
import { Lattice } from "../../../../ui/Lattice";
import { Section } from "../../../../ui/Section";
import { cashToHave } from "../cashToHave";

/** The next steps of an order that was just placed: who acts, what to have ready, how to follow it. */
export function WhatHappensNow({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (order.status !== "pending") return null;
  const pickup = order.fulfilment === "pickup";
  const steps: [IconName, string][] = [
    ["store", t(order.scheduled ? "orders:next_scheduled" : "orders:next_branch")],
    [pickup ? "bag" : "moped", t(pickup ? "orders:next_code_pickup" : "orders:next_code")],
  ];
  if (order.due > 0 && order.payment_method === "cod") {
    steps.push(["cash", cashToHave(order, t, format)]);
  }
  steps.push(["bell", t("orders:next_follow")]);
  return (
    <Card className="isolate overflow-hidden">
      <Lattice size={48} fade="start" />
      <Section title={t("orders:next")} className="gap-3">
        <ol className="flex flex-col gap-2.5">
          {steps.map(([icon, text]) => (
            <li key={icon} className="flex items-start gap-3">
              <Icon name={icon} size={24} className="shrink-0 text-go-text" />
              <span className="min-w-0">
                <Isolate>{text}</Isolate>
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </Card>
  );
}
