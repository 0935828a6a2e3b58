import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import { useAction } from "../../../../api/useAction";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { BottomBar } from "../../../../ui/BottomBar";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { EmptyState } from "../../../../ui/EmptyState";
import { ErrorState } from "../../../../ui/ErrorState";
import { Icon } from "../../../../ui/Icon";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import {
  askReturn,
  previewQuery,
  type Return,
  type Returnable,
  returnableQuery,
  returnQuery,
  returnsList,
} from "../api";
import { ItemsStep } from "../components/ItemsStep";
import { PickupChoice } from "../components/PickupChoice";
import { RefundChoice } from "../components/RefundChoice";
import { Steps } from "../components/Steps";
import { SummaryStep } from "../components/SummaryStep";
import {
  askBody,
  bankProblems,
  both,
  chosen,
  isIncomplete,
  isPartBack,
  itemProblems,
  itemsBody,
  lackOf,
  type Problems,
  type StepName,
  slotOf,
  stepAt,
  steps,
  stillMissing,
  unitsOf,
  wayOf,
} from "../model";
import { keyFor } from "../tries";
import { forgetDraft, useDraft } from "../useDraft";

function AskPage() {
  const { t } = useTranslation();
  const { params } = usePage();
  return (
    <Container width="text" className="flex flex-col gap-5 py-5 sm:py-6">
      <Breadcrumbs
        label={t("orders:crumbs")}
        items={[
          { label: t("orders:title"), to: paths.myOrders },
          { label: t("orders:one_title"), to: paths.myOrder(params.id) },
          { label: t("returns:ask_title") },
        ]}
      />
      <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">{t("returns:ask_title")}</h1>
      <SignInFirst>
        <Asking key={params.id} id={params.id} />
      </SignInFirst>
    </Container>
  );
}

function Asking({ id }: { id: string }) {
  const { t } = useTranslation();
  const made = usePage().query.get("return");
  const asked = useQuery({ ...returnableQuery(useScope(), id), enabled: made === "" });
  if (made !== "") return <Confirmed id={made} />;
  return (
    <Loaded
      query={asked}
      texts="orders"
      loading={t("returns:loading")}
      failed={t("returns:failed")}
      offline={t("orders:failed_offline")}
      skeleton={["h-16", "h-32", "h-32"]}
      layout="flex flex-col gap-4"
    >
      {(offer) =>
        offer.can_return ? (
          <Flow id={id} offer={offer} refresh={asked.refetch} />
        ) : (
          <Impossible id={id} offer={offer} />
        )
      }
    </Loaded>
  );
}

/** Why nothing can be returned, and the earlier returns. */
function Impossible({ id, offer }: { id: string; offer: Returnable }) {
  const { t } = useTranslation();
  const last = offer.returns.at(-1);
  return (
    <EmptyState
      icon="undo"
      title={t(isPartBack(offer) ? "returns:all_asked" : "returns:impossible")}
      text={offer.why_not ?? undefined}
      action={
        last ? (
          <ButtonLink to={paths.returnOrderOf(last.id)} variant="primary">
            {t("returns:see_return")}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.myOrder(id)} variant="primary">
            {t("returns:see_order")}
          </ButtonLink>
        )
      }
    />
  );
}

/** The errors when the customer last pressed "next". */
interface Pressed {
  step: StepName;
  items: Problems;
  bank: ReturnType<typeof bankProblems>;
}

interface FlowProps {
  id: string;
  offer: Returnable;
  refresh: () => Promise<unknown>;
}

/** The steps, one at a time; the URL has the current one, so that going back leads to the previous step. */
function Flow({ id, offer, refresh }: FlowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { query, path } = usePage();
  const [draft, change] = useDraft(id);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const { busy, problem: refusal, run, forget } = useAction();
  const step = stepAt(query.get("step"), offer, draft);
  const at = steps.indexOf(step);

  // Comments and photos do not change the refund: they are not sent while they are being written.
  const items = itemsBody(offer, draft)
    .filter(({ reason_id }) => reason_id !== "")
    .map(({ line_id, qty, reason_id }) => ({ line_id, qty, reason_id }));
  const complete = items.length > 0 && items.length === chosen(offer, draft).length;
  const preview = useQuery({
    ...previewQuery(scope, offer.order.id, items, wayOf(offer, draft)),
    enabled: complete,
    placeholderData: keepPreviousData,
  });
  const count = unitsOf(offer, draft);
  const lack = lackOf(step, offer, draft);
  const lackId = useId();
  const heading = useHeading(step, query.get("step"));
  const [tries, setTries] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    // In the centre: the error text is below the field, and a bar covers the bottom of the screen.
    const wrong =
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      fields.current?.querySelector<HTMLElement>("[data-add]");
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: "center" });
  }, [tries]);

  const looked = pressed?.step;
  const missing = () => itemProblems(offer, draft);
  const missingBank = () => (wayOf(offer, draft) === "bank" ? bankProblems(draft) : {});
  // A field that appeared after the press is not marked as wrong before the next press.
  const problems = looked === "items" ? stillMissing(pressed?.items ?? {}, missing()) : {};
  const account = looked === "handover" ? both(pressed?.bank ?? {}, missingBank()) : {};
  const to = (name: StepName | undefined) => `${path}${query.with({ step: name ?? "items" })}`;
  function next() {
    forget();
    if (isIncomplete(step, offer, draft)) {
      setPressed({ step, items: missing(), bank: missingBank() });
      setTries((now) => now + 1);
      return;
    }
    setPressed(null);
    // The summary shows the slot the customer saw here, even if another one is the first by then.
    if (step === "handover") change((now) => ({ ...now, slot: slotOf(offer, now) }));
    navigate(to(steps[at + 1]));
  }
  async function send() {
    if (!preview.data) return;
    const body = askBody(offer.order.id, offer, draft, preview.data.total);
    try {
      const made = await askReturn(body, keyFor(offer.order.id, body));
      forgetDraft(id);
      client.setQueryData(returnQuery(scope, made.id).queryKey, made);
      void client.invalidateQueries({ queryKey: returnsList(scope).queryKey });
      // Replaces this page in the history: going back does not request the return again.
      navigate(`${path}${query.with({ step: null, return: made.id })}`, { replace: true });
    } catch (error) {
      // The refusal is about amounts, so they are requested again.
      if (error instanceof ApiError) await Promise.all([refresh(), preview.refetch()]);
      throw error;
    }
  }
  return (
    <>
      <div className="flex items-center gap-3">
        <StoreMark name={offer.store} image={offer.store_image} className="size-10" />
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm">
          <span className="font-medium">{offer.store}</span>
          <Ltr className="whitespace-nowrap text-muted">{offer.order.number}</Ltr>
        </p>
      </div>
      <Steps current={step} />
      <h2
        ref={heading}
        tabIndex={-1}
        // The steps above it stay visible.
        className="scroll-mt-40 text-xl font-semibold outline-none"
      >
        {t(`returns:title_${step}`)}
      </h2>
      <div ref={fields} className="flex flex-col gap-6 empty:hidden">
        {step === "items" && (
          <ItemsStep offer={offer} draft={draft} change={change} problems={problems} />
        )}
        {step === "handover" && (
          <>
            <RefundChoice offer={offer} draft={draft} change={change} problems={account} />
            <PickupChoice
              offer={offer}
              draft={draft}
              change={change}
              error={
                looked === "handover" && slotOf(offer, draft) === ""
                  ? t("returns:required")
                  : undefined
              }
            />
          </>
        )}
      </div>
      {step === "summary" &&
        (preview.data ? (
          <SummaryStep
            offer={offer}
            draft={draft}
            preview={preview.data}
            changing={preview.isPlaceholderData}
          />
        ) : preview.isError ? (
          <ErrorState
            title={t("returns:preview_failed")}
            text={errorText(preview.error, t, { inPlace: true }) ?? undefined}
            retryLabel={t("orders:retry")}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        ) : (
          <SkeletonGroup label={t("returns:loading")}>
            <Skeleton shape="block" className="h-64" />
          </SkeletonGroup>
        ))}
      {refusal && (
        <Notice tone="trouble" live>
          {refusal}
        </Notice>
      )}
      <BottomBar
        label={t("returns:steps")}
        // On wide screens next to the account's menu, as wide as the cards it belongs to.
        className="lg:ms-[calc(max(0px,50%-40rem)+19rem)] lg:me-[calc(max(0px,50%-40rem)+1.5rem)] lg:rounded-t-card lg:border-x lg:shadow-lift lg:[&>div]:max-w-none lg:[&>div]:px-5 lg:[&>div]:py-3"
      >
        <div className="flex w-full items-center gap-3">
          <p className="min-w-0 flex-1" aria-live="polite">
            {complete && preview.data ? (
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="text-sm whitespace-nowrap text-muted">{t("returns:refund")}</span>
                <bdi className="text-lg font-semibold whitespace-nowrap tabular-nums">
                  {format.money(preview.data.total, preview.data.currency)}
                </bdi>
              </span>
            ) : (
              count > 0 && (
                <span className="block font-medium">{t("returns:units", { count })}</span>
              )
            )}
            {lack && (
              <span
                id={lackId}
                className={cx(
                  "block text-sm",
                  looked === step ? "text-trouble-text" : "text-muted",
                )}
              >
                {t(lack)}
              </span>
            )}
          </p>
          {at > 0 && (
            // On phones the steps above lead back.
            <ButtonLink to={to(steps[at - 1])} variant="quiet" className="max-sm:hidden">
              {t("returns:back")}
            </ButtonLink>
          )}
          {step === "summary" ? (
            <Button
              variant="primary"
              loading={busy}
              disabled={!preview.data || preview.isPlaceholderData}
              onClick={() => void run(send)}
            >
              {t("returns:send")}
            </Button>
          ) : (
            // Leads to the missing input until the step is complete.
            <Button
              variant={lack ? "soft" : "primary"}
              iconEnd={lack ? undefined : "arrow-end"}
              aria-describedby={lack ? lackId : undefined}
              onClick={next}
            >
              {t("returns:next")}
            </Button>
          )}
        </div>
      </BottomBar>
    </>
  );
}

/**
 * A new step is like a new page: screen readers and the keyboard start at its heading, or at that of the part in the
 * URL.
 */
function useHeading(step: StepName, asked: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) {
      const part = document.querySelector<HTMLElement>(`#return-${CSS.escape(asked)} h3`);
      (part ?? heading.current)?.focus();
    }
    shown.current = step;
  }, [step, asked]);
  return heading;
}

function Confirmed({ id }: { id: string }) {
  const { t } = useTranslation();
  const asked = useQuery(returnQuery(useScope(), id));
  return (
    <Loaded
      query={asked}
      texts="orders"
      loading={t("returns:loading")}
      failed={t("returns:one_failed")}
      skeleton={["h-64"]}
    >
      {(made) => <Confirmation made={made} />}
    </Loaded>
  );
}

function Confirmation({ made }: { made: Return }) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const fact = (label: string, value: ReactNode) => (
    <div className="flex justify-between gap-4 border-b border-line py-3 last:border-0">
      <dt className="text-muted">
        <Isolate>{label}</Isolate>
      </dt>
      <dd className="text-end font-medium">{value}</dd>
    </div>
  );
  return (
    <>
      <Steps current={null} />
      <div className="flex flex-col items-center gap-4 py-4 text-center">
        <span className="flex size-16 items-center justify-center rounded-full bg-go-soft text-go-text">
          <Icon name="check" size={32} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
          {t("returns:title_done")}
        </h2>
        <p className="max-w-prose text-muted text-pretty">
          {made.next && <Words>{made.next}</Words>} {t("returns:done_text")}
        </p>
      </div>
      <dl className="rounded-card bg-card px-4 shadow-soft">
        {fact(t("returns:number"), <Ltr>{made.number}</Ltr>)}
        {fact(
          t("returns:refund"),
          <bdi>{format.money(made.refund.total, made.refund.currency)}</bdi>,
        )}
        {fact(t("returns:step_pickup"), <Words>{made.pickup.label}</Words>)}
      </dl>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.returnOrderOf(made.id)} variant="primary">
          {t("returns:see_return")}
        </ButtonLink>
        <ButtonLink to={paths.myOrders}>{t("orders:title")}</ButtonLink>
      </div>
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:ask_title"), noIndex: true }),
  Component: AskPage,
});
