import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { Address } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { useStore } from "../../../lib/useStore";
import { cartsQuery } from "../../../shop/cart/api";
import { ClaimNotices } from "../../../shop/cart/ClaimNotices";
import { cartOf, chosenService } from "../../../shop/cart/model";
import { TermsCheckbox } from "../../../shop/cart/TermsCheckbox";
import { termsStore } from "../../../shop/cart/terms";
import { useSelectedService } from "../../../shop/cart/useShopping";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { BottomBar } from "../../../ui/BottomBar";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Icon } from "../../../ui/Icon";
import { Notice } from "../../../ui/Notice";
import { ReadFailure } from "../../../ui/ReadFailure";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { addressesQuery, createAddress } from "../../addresses/api";
import { AddressForm } from "../../addresses/components/AddressForm";
import { draftHere, shopFor } from "../../addresses/model";
import { quoteQuery } from "../api";
import { AddressChoice } from "../components/AddressChoice";
import { NoteInput, TipChoice } from "../components/Extras";
import { Counter, HandoverChoice } from "../components/Handover";
import { PaymentChoice } from "../components/PaymentChoice";
import { RefusalNotice } from "../components/RefusalNotice";
import { Summary } from "../components/Summary";
import { Tenders } from "../components/Tenders";
import { TimeChoice } from "../components/TimeChoice";
import {
  bodyOf,
  choiceOf,
  type Field,
  type FilledQuote,
  fields,
  isFilled,
  methodOf,
  obstacleOf,
  problemsOf,
} from "../model";
import { useDraft } from "../useDraft";
import { usePlace } from "../usePlace";

function CheckoutPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-5 py-5 sm:py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("checkout:title")}</h1>
      <SignInFirst>
        <ClaimNotices />
        <OfService />
      </SignInFirst>
    </Container>
  );
}

/** The cart the address names, or the one somebody is filling. */
function OfService() {
  const { t } = useTranslation();
  const { query } = usePage();
  const selected = useSelectedService();
  const asked = query.get("service_id");
  // Known of old is good enough to find a cart, not to say that there is none.
  const carts = useQuery({
    ...cartsQuery(useScope()),
    staleTime: 0,
    // An address that is saved here asks anew; what is typed stays meanwhile.
    placeholderData: (before) => before,
  });
  const known = carts.data ?? [];
  const service = chosenService(known, asked, selected);
  const filled = cartOf(known, service) !== undefined;
  if (!filled && carts.fetchStatus === "fetching") return <CheckoutSkeleton />;
  if (service === "" && carts.isError) {
    // Not known is not none.
    return (
      <ReadFailure
        error={carts.error}
        title={t("checkout:failed")}
        hint={t("checkout:failed_text")}
        retryLabel={t("checkout:retry")}
        onRetry={() => void carts.refetch()}
        retrying={carts.isFetching}
      />
    );
  }
  if (service === "") return <NothingToOrder />;
  return <Checkout key={service} service={service} empty={carts.isSuccess && !filled} />;
}

export interface CheckoutProps {
  service: string;
  /** There is nothing in it, so nobody is asked what it costs. */
  empty?: boolean;
}

/** Everything between a source (source.ts) and its order. */
export function Checkout({ service, empty: nothing = false }: CheckoutProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const [draft, change] = useDraft(service);
  const question = quoteQuery(scope, service, choiceOf(draft));
  const result = useQuery({
    ...question,
    enabled: question.enabled !== false && !nothing,
    // Another tip or time: the page stays, its sums follow.
    placeholderData: (before) => before,
  });
  const { refetch } = result;
  const place = usePlace(service, refetch);
  const quote = result.data;
  const error = result.error;
  const foreign = error instanceof ApiError && error.field("address_id") !== null;
  useEffect(() => {
    // The address kept here was deleted elsewhere: the default takes its place.
    if (foreign && draft.address !== "") change({ address: "" });
  }, [foreign, draft.address, change]);

  const { open } = place;
  const unknown = open && (
    <Notice
      tone="warning"
      live
      title={t("checkout:open_title")}
      action={
        <Button size="sm" icon="refresh" onClick={() => place.repeat(open)}>
          {t("checkout:open_check")}
        </Button>
      }
    >
      {t("checkout:open_text")}
    </Notice>
  );
  const empty = error instanceof ApiError && error.code === "empty_cart";
  if (quote && isFilled(quote) && !(empty && !result.isPlaceholderData)) {
    return (
      <Form
        service={service}
        quote={quote}
        changing={result.isPlaceholderData}
        draft={draft}
        change={change}
        place={place}
        before={unknown}
      />
    );
  }
  if (empty || nothing) {
    return (
      <>
        {unknown}
        {!unknown && <NothingToOrder />}
      </>
    );
  }
  if ((result.isError && !foreign) || result.fetchStatus === "paused") {
    const offline = !result.isError;
    return (
      <>
        {unknown}
        <ReadFailure
          error={offline ? null : error}
          title={t("checkout:failed")}
          hint={t(offline ? "checkout:failed_offline" : "checkout:failed_text")}
          retryLabel={t("checkout:retry")}
          onRetry={() => void refetch()}
          retrying={result.isFetching}
        />
      </>
    );
  }
  return (
    <>
      {unknown}
      <CheckoutSkeleton />
    </>
  );
}

interface FormProps {
  service: string;
  quote: FilledQuote;
  changing: boolean;
  draft: ReturnType<typeof useDraft>[0];
  change: ReturnType<typeof useDraft>[1];
  place: ReturnType<typeof usePlace>;
  before: ReactNode;
}

function Form({ service, quote, changing, draft, change, place, before }: FormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const version = useStore(termsStore, "");
  const accepted = quote.terms_accepted || version === quote.terms_version;
  // Asked here only where the cart was passed by, or the policies changed since; ticked, the box stays in sight.
  const [askedTerms, setAskedTerms] = useState(!accepted);
  if (!accepted && !askedTerms) setAskedTerms(true);
  const [asked, setAsked] = useState(false);
  const [look, setLook] = useState<{ at: Field } | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const method = methodOf(draft, quote);
  const { total, currency } = quote.totals;
  // Wallet and points pay all of it: no card and no cash are asked for.
  const covered = quote.due === 0 && total > 0;
  const found = problemsOf(draft, quote, accepted);
  const pickup = draft.fulfilment === "pickup";

  useEffect(() => {
    // Once what is wrong has been marked.
    if (look) focusOn(form.current, look.at);
  }, [look]);

  // What was refused by the server stays until something is changed.
  const error = (field: Field): string | undefined => {
    const key = asked ? found[field] : undefined;
    if (!key) return place.wrong[field];
    return t(`checkout:${key}`, { most: format.money(quote.tip_most, quote.totals.currency) });
  };
  const edit = (changes: Parameters<typeof change>[0]) => {
    place.clear();
    change(changes);
  };

  // An address that is filled in here is saved by the press that orders, which goes on once its quote is there.
  const saveAddress = useRef<(() => Promise<Address | null>) | null>(null);
  const keepSaver = useCallback((save: (() => Promise<Address | null>) | null) => {
    saveAddress.current = save;
  }, []);
  const [start] = useState(draftHere);
  const client = useQueryClient();
  const scope = useScope();
  const [after, setAfter] = useState<{ address: string; total: number } | null>(null);
  async function orderWithAddress() {
    const rest = fields.find((field) => field !== "address" && found[field]);
    setAsked(true);
    const saved = await saveAddress.current?.();
    if (!saved) return;
    void client.invalidateQueries({ queryKey: addressesQuery(scope).queryKey });
    shopFor(saved, t("addresses:comma"));
    edit({ address: saved.id });
    if (rest) setLook({ at: rest });
    else setAfter({ address: saved.id, total });
  }
  const ready = after !== null && !changing && quote.address?.id === after.address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the quote of the new address is there
  useEffect(() => {
    if (!ready || !after) return;
    setAfter(null);
    // Another sum than the one that was agreed to is looked at first.
    if (total === after.total) order();
    else place.refuse(t("checkout:total_changed", { total: format.money(total, currency) }), "");
  }, [ready]);

  function order() {
    if (saveAddress.current && !pickup) {
      void orderWithAddress();
      return;
    }
    const first = fields.find((field) => found[field]);
    if (first) {
      setAsked(true);
      setLook({ at: first });
      return;
    }
    const blocked = obstacleOf(quote);
    if (blocked) {
      place.refuse(
        blocked.message === "" ? t("basket:fix_lines") : format.words(blocked.message),
        blocked.code,
      );
      return;
    }
    const body = bodyOf(service, draft, quote);
    if (body) place.place(body);
  }

  const button = (
    <Button
      variant="primary"
      size="lg"
      wide
      loading={place.busy || after !== null}
      loadingLabel={t("checkout:placing")}
      // While the sums follow a change, nothing can be agreed to.
      aria-disabled={changing || undefined}
      onClick={() => {
        if (!changing) order();
      }}
    >
      {t(method === "card" && !covered ? "checkout:place_card" : "checkout:place", {
        total: format.money(method === "card" && !covered ? quote.due : total, currency),
      })}
    </Button>
  );

  // Right above the button that needs it.
  const terms = askedTerms && (
    <div data-terms>
      <TermsCheckbox version={quote.terms_version} error={error("terms")} />
    </div>
  );

  return (
    <>
      {before}
      {place.refusal && (
        <RefusalNotice
          refusal={place.refusal}
          service={service}
          total={total}
          currency={currency}
        />
      )}
      <div ref={form} className="grid items-start gap-5 lg:grid-cols-[1fr_24rem] lg:gap-8">
        <div className="flex min-w-0 flex-col gap-4">
          <Card data-field="address">
            <Section
              title={t(
                quote.pickup || pickup
                  ? "checkout:handover"
                  : quote.addresses.length === 0
                    ? "checkout:address_new"
                    : "checkout:address",
              )}
            >
              <HandoverChoice quote={quote} fulfilment={draft.fulfilment} onChange={edit} />
              {pickup ? (
                <Counter quote={quote} error={error("address")} />
              ) : (
                <AddressChoice
                  quote={quote}
                  service={service}
                  onChoose={(id) => edit({ address: id })}
                  error={error("address")}
                  form={
                    <AddressForm
                      start={start}
                      save={createAddress}
                      onSaved={() => {}}
                      saver={keepSaver}
                    />
                  }
                />
              )}
            </Section>
          </Card>
          <Card data-field="time">
            <Section title={t("checkout:time")}>
              <TimeChoice
                key={draft.fulfilment}
                quote={quote}
                slot={draft.slot}
                onChoose={(slot) => edit({ slot })}
                error={error("time")}
              />
            </Section>
          </Card>
          {(quote.wallet.balance > 0 || quote.points.points > 0) && (
            <Card data-field="tenders">
              <Section title={t("checkout:own_money")}>
                <Tenders quote={quote} draft={draft} onChange={edit} error={error("tenders")} />
              </Section>
            </Card>
          )}
          <Card data-field="method">
            <Section title={t(covered ? "checkout:payment_covered" : "checkout:payment")}>
              {covered ? (
                <p className="text-muted">{t("checkout:covered")}</p>
              ) : (
                <PaymentChoice
                  quote={quote}
                  method={method}
                  pickup={pickup}
                  changeFor={draft.changeFor}
                  onChange={edit}
                  error={error("method")}
                  changeError={error("changeFor")}
                />
              )}
            </Section>
          </Card>
          <Card data-field="tip">
            <Section
              title={t(pickup ? "checkout:extras_pickup" : "checkout:extras")}
              className="gap-5"
            >
              {!pickup && (
                <TipChoice
                  tip={draft.tip}
                  currency={currency}
                  onChange={(tip) => edit({ tip })}
                  error={error("tip")}
                />
              )}
              <NoteInput
                note={draft.note}
                hint={t(pickup ? "checkout:note_hint_pickup" : "checkout:note_hint")}
                onChange={edit}
                error={error("note")}
              />
            </Section>
          </Card>
        </div>
        <Card
          as="aside"
          aria-label={t("checkout:summary")}
          className="flex flex-col gap-4 lg:sticky lg:top-20"
        >
          <Summary quote={quote} service={service} changing={changing} />
          <div className="hidden flex-col gap-4 lg:flex">
            {terms}
            {button}
          </div>
          <p className="flex items-start gap-2 text-sm text-muted">
            <Icon name="shield" size={18} className="mt-0.5" />
            {t(
              covered
                ? "checkout:safe_wallet"
                : method === "card"
                  ? "checkout:safe_card"
                  : pickup
                    ? "checkout:safe_cash_pickup"
                    : "checkout:safe_cash",
              { time: t("checkout:minutes", { count: quote.hold_minutes }) },
            )}
          </p>
        </Card>
      </div>
      <BottomBar label={t("checkout:summary")} className="lg:hidden">
        <div className="flex w-full flex-col gap-2">
          {terms}
          {button}
        </div>
      </BottomBar>
    </>
  );
}

/** Brings the part of the page that needs something into sight, and the focus to its control. */
function focusOn(root: HTMLElement | null, field: Field): void {
  if (field === "terms") {
    // Once at the foot of a phone, once beside the sums: the one in sight.
    for (const box of document.querySelectorAll<HTMLElement>("[data-terms] input"))
      if (box.offsetParent !== null || box.getClientRects().length > 0) box.focus();
    return;
  }
  const home = field === "changeFor" ? "method" : field === "note" ? "tip" : field;
  const part = root?.querySelector<HTMLElement>(`[data-field="${home}"]`);
  part?.scrollIntoView({ block: "center" });
  const controls = "input:not([disabled]), textarea, button, a[href]";
  const wrong = part?.querySelector<HTMLElement>("[aria-invalid]");
  (wrong ?? part?.querySelector<HTMLElement>(controls))?.focus({ preventScroll: true });
}

function NothingToOrder() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon="cart"
      title={t("checkout:empty")}
      text={t("checkout:empty_text")}
      action={
        <ButtonLink to={paths.home} variant="primary">
          {t("basket:start")}
        </ButtonLink>
      }
    />
  );
}

function CheckoutSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup
      label={t("checkout:loading")}
      className="grid items-start gap-5 lg:grid-cols-[1fr_24rem] lg:gap-8"
    >
      <div className="flex flex-col gap-4">
        <Skeleton shape="block" className="h-48" />
        <Skeleton shape="block" className="h-40" />
        <Skeleton shape="block" className="h-40" />
      </div>
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("checkout:title"), noIndex: true }),
  Component: CheckoutPage,
});
