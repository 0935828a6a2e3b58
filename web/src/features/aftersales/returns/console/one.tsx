import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { useFields } from "../../../../api/useFields";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { oneLine } from "../../../../shop/addresses/model";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { TextArea } from "../../../../ui/TextArea";
import { GivenBack } from "../components/GivenBack";
import { RefundSums } from "../components/RefundSums";
import { StateBadge } from "../components/StateBadge";
import {
  inspectReturn,
  moveReturn,
  type StaffReturn,
  type StaffTransition,
  staffReturnQuery,
  type Verdict,
} from "./api";
import { Inspection } from "./Inspection";

/** A return: its items, the next actions, and the refund. */
function ReturnPage() {
  const { t } = useTranslation("returns");
  const { params } = usePage();
  const one = useQuery(staffReturnQuery(useScope(), params.id));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <RecordPage<StaffReturn>
      back={{ to: "/returns", label: t("to_queue") }}
      query={one}
      title={(one) => <Ltr>{one?.number ?? ""}</Ltr>}
      heading={heading}
      gone={{ title: t("gone"), text: t("gone_text") }}
      wide
      badge={(one) =>
        one && (
          <>
            <span role="status">
              <StateBadge state={one.state} label={one.state_label} />
            </span>
            <span className="text-muted">
              <bdi>{one.branch.name}</bdi>
            </span>
          </>
        )
      }
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(one) => one && <OneReturn one={one} onMoved={() => heading.current?.focus()} />}
    </RecordPage>
  );
}

function OneReturn({ one, onMoved }: { one: StaffReturn; onMoved: () => void }) {
  const { t } = useTranslation("returns");
  const format = useFormat();
  const client = useQueryClient();
  const { queryKey } = staffReturnQuery(useScope(), usePage().params.id);
  const { busy, problem, run: act } = useAction();

  async function run(action: () => Promise<StaffReturn>) {
    await act(
      async () => {
        client.setQueryData(queryKey, await action());
        // The buttons of the previous state are gone: the focus moves to the new state.
        onMoved();
      },
      {
        failed: () => {
          void client.invalidateQueries({ queryKey });
        },
      },
    );
  }
  return (
    <>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("units", { count: one.units })}>
              <GivenBack one={one} />
            </Section>
          </Card>
          {one.can_inspect && (
            <Inspection
              one={one}
              busy={busy}
              onSend={(units: Verdict[]) =>
                void run(() => inspectReturn(one.id, { units, expected_seq: one.event_seq }))
              }
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {one.moves.length > 0 && (
            <Moves
              key={one.event_seq}
              one={one}
              busy={busy}
              make={(move, reason) =>
                void run(() =>
                  moveReturn(one.id, {
                    to: move.to,
                    expected_seq: one.event_seq,
                    ...(reason === "" ? {} : { reason }),
                  }),
                )
              }
            />
          )}
          <Card>
            <Section title={t("refund")} text={one.refund.state_label}>
              <RefundSums
                steps={one.refund.steps}
                parts={one.refund.parts}
                currency={one.refund.currency}
                account={one.refund.bank_masked}
              />
            </Section>
          </Card>
          <Card>
            <Section title={t("customer")}>
              <p className="font-medium">
                <bdi>{one.customer.name}</bdi>
              </p>
              <p>
                <Link to={`tel:${one.customer.phone}`}>
                  <Ltr>{format.phone(one.customer.phone)}</Ltr>
                </Link>
              </p>
              <p className="mt-2">
                <Words>
                  {oneLine(
                    one.pickup.address,
                    (key, values) => t(key.replace("home:", ""), values),
                    format.list,
                  )}
                </Words>
              </p>
              <p className="text-muted">
                <Words>{one.pickup.label}</Words>
              </p>
              <p className="mt-2">
                <Link
                  to={`/orders/${encodeURIComponent(one.order.id)}`}
                  className="inline-flex min-h-11 items-center gap-1.5"
                >
                  {t("see_order")} <Ltr>{one.order.number}</Ltr>
                </Link>
              </p>
            </Section>
          </Card>
          <Card>
            <Section title={t("history")}>
              <ol className="flex flex-col gap-3">
                {one.events.map((event) => (
                  <li key={`${event.state}-${event.at}`}>
                    <p className="font-medium">{event.label}</p>
                    <p className="text-sm text-muted">
                      <bdi>{event.actor}</bdi> · <bdi>{format.dayTime(Date.parse(event.at))}</bdi>
                    </p>
                    {event.reason && (
                      <p className="text-sm break-words">
                        <bdi>{event.reason}</bdi>
                      </p>
                    )}
                  </li>
                ))}
              </ol>
            </Section>
          </Card>
        </div>
      </div>
    </>
  );
}

interface MovesProps {
  one: StaffReturn;
  busy: boolean;
  make: (move: StaffTransition, reason: string) => void;
}

/** The actions that are allowed now; a required reason is asked for in place. */
function Moves({ one, busy, make }: MovesProps) {
  const { t } = useTranslation("returns");
  const [asking, setAsking] = useState<StaffTransition | null>(null);
  const form = useFields({ reason: "" }, ({ reason }) => ({
    reason: reason.trim() === "" ? t("reason_required") : undefined,
  }));
  if (asking) {
    return (
      <Card as="section" aria-label={t("moves")}>
        <form
          ref={form.ref}
          onSubmit={form.submit(async () => make(asking, form.values.reason.trim()))}
          noValidate
          className="flex flex-col gap-3"
        >
          <TextArea
            {...form.field("reason")}
            label={t("why")}
            hint={t("why_hint")}
            required
            autoFocus
            maxLength={500}
          />
          <Button type="submit" variant="danger" wide loading={busy}>
            {asking.label}
          </Button>
          <Button wide onClick={() => setAsking(null)}>
            {t("back")}
          </Button>
        </form>
      </Card>
    );
  }
  return (
    <Card as="section" aria-label={t("moves")} className="flex flex-col gap-3">
      {one.moves.map((move) => (
        <div key={move.to} className="flex flex-col gap-1">
          <Button
            variant={move.needs_reason ? "plain" : "primary"}
            className={move.needs_reason ? "text-trouble-text" : undefined}
            wide
            loading={busy}
            disabled={move.problem !== null}
            onClick={() => (move.needs_reason ? setAsking(move) : make(move, ""))}
          >
            {move.label}
          </Button>
          {move.second_person && (
            <Badge tone="offer" className="self-start">
              {t("second_person")}
            </Badge>
          )}
          {move.problem && <p className="text-sm text-trouble-text">{move.problem}</p>}
        </div>
      ))}
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:title"), noIndex: true }),
  Component: ReturnPage,
});
