import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { addressIcons } from "../../../../shop/addresses/model";
import { cartPath } from "../../../../shop/cart/model";
import { TermsCheckbox } from "../../../../shop/cart/TermsCheckbox";
import { quotationOf } from "../../../../shop/checkoutSource";
import { BottomBar } from "../../../../ui/BottomBar";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Icon } from "../../../../ui/Icon";
import { Section } from "../../../../ui/Section";
import { obstacleOf, payable, unreached } from "../model";
import { useChosen } from "../useChosen";
import { type Ordering, useOrdering } from "../useOrdering";
import { useSteps } from "../useSteps";
import { AddressChoice } from "./AddressChoice";
import { NoteInput, TipChoice } from "./Extras";
import { Counter, HandoverChoice } from "./Handover";
import { PaymentChoice } from "./PaymentChoice";
import { RefusalNotice } from "./RefusalNotice";
import { Step } from "./Step";
import { Summary, SummaryLine, summaryPlace } from "./Summary";
import { Tenders } from "./Tenders";
import { TimeChoice } from "./TimeChoice";

export interface CheckoutFormProps extends Ordering {
  before: ReactNode;
  /** The form of a new address; placing the order saves it. */
  addressForm: (saver: ReturnType<typeof useOrdering>["keepSaver"]) => ReactNode;
  /** The cart's coupon and its field, while the line is unfolded. */
  coupon: ReactNode;
  /** The text on that line while the cart has no coupon. */
  noCoupon: ReactNode;
}

/** The steps of an order, its sum, and the button that places it. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { before, addressForm, coupon, noCoupon, ...given } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { service, quote, changing, draft, place } = given;
  const ordering = useOrdering(given);
  const { askedTerms, method, covered, pickup, error, edit } = ordering;
  const { total, currency } = quote.totals;
  const shown = payable(quote, method);
  const chosen = useChosen(draft, quote);
  const ofCart = quotationOf(service) === null;
  // No time or payment is offered for an address outside the delivery area. An address being typed has not been checked
  // yet.
  const away = !pickup && quote.address !== null && unreached(quote) !== undefined;
  const steps = useSteps(
    (
      [
        ["address", chosen.place === null || unreached(quote) || error("address")],
        ["time", chosen.time === null || place.refusal?.kind === "time" || error("time")],
        ["coupon", ofCart && quote.cart.coupon_problem !== null],
        ["method", chosen.payment === null || error("method") || error("changeFor")],
        ["tip", error("tip") || error("note")],
      ] as const
    ).flatMap(([step, wrong]) => (wrong ? [step] : [])),
  );

  // A valid coupon is folded into a line that shows its discount.
  const { coupon_code: code, coupon_problem: unused } = quote.cart;
  const had = useRef(code);
  useEffect(() => {
    if (had.current === null && code !== null && unused === null && steps.isOpen("coupon")) {
      steps.close("coupon");
    }
    had.current = code;
  }, [code, unused, steps]);

  const short = ofCart && obstacleOf(quote)?.code === "below_minimum";
  const button = short ? (
    // There is nothing to agree to yet: the button opens the incomplete step.
    <ButtonLink
      to={quote.cart.branch ? paths.branch(quote.cart.branch.id) : cartPath(service)}
      variant="primary"
      size="lg"
      wide
      icon="plus"
    >
      {t("checkout:add_more", {
        amount: format.money(quote.cart.missing_to_minimum, quote.cart.currency),
      })}
    </ButtonLink>
  ) : (
    <Button
      variant="primary"
      size="lg"
      wide
      loading={place.busy || ordering.saving}
      loadingLabel={t("checkout:placing")}
      // While the sums are being updated, the customer cannot agree to them.
      aria-disabled={changing || undefined}
      onClick={() => {
        if (!changing) ordering.order();
      }}
    >
      {unreached(quote)
        ? t("checkout:choose_other_address")
        : covered
          ? t("checkout:place_covered")
          : t(method === "card" ? "checkout:place_card" : "checkout:place", {
              total: format.money(shown.due, currency),
            })}
    </Button>
  );

  // Directly above the button that requires it.
  const terms = askedTerms && !short && (
    <div data-terms>
      <TermsCheckbox version={quote.terms_version} error={error("terms")} />
    </div>
  );

  return (
    <>
      {ofCart && <SummaryLine quote={shown} changing={changing} />}
      {before}
      {place.refusal && (
        <RefusalNotice
          refusal={place.refusal}
          service={service}
          total={total}
          currency={currency}
        />
      )}
      <div
        ref={ordering.form}
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
          <Step
            name="address"
            title={t(
              pickup
                ? "checkout:collect_at"
                : quote.addresses.length === 0
                  ? "checkout:address_new"
                  : "checkout:address",
            )}
            icon={addressIcons[quote.address?.type ?? "other"]}
            chosen={chosen.place}
            steps={steps}
            above={
              (quote.pickup || pickup) && (
                <HandoverChoice fulfilment={draft.fulfilment} onChange={edit} />
              )
            }
          >
            {pickup ? (
              <Counter quote={quote} error={error("address")} />
            ) : (
              <AddressChoice
                quote={quote}
                service={service}
                onChoose={(id) => edit({ address: id })}
                error={error("address")}
                form={addressForm(ordering.keepSaver)}
              />
            )}
          </Step>
          {!away && (
            <Step
              name="time"
              title={t("checkout:time")}
              icon="clock"
              chosen={chosen.time}
              steps={steps}
            >
              <TimeChoice
                key={draft.fulfilment}
                quote={quote}
                slot={draft.slot}
                onChoose={(slot) => edit({ slot })}
                error={error("time")}
              />
            </Step>
          )}
          {ofCart && (
            <Step
              name="coupon"
              title={t("checkout:coupon")}
              icon="tag"
              chosen={chosen.coupon ?? noCoupon}
              {...(code === null ? { changeLabel: t("checkout:add") } : {})}
              steps={steps}
              folds
            >
              {steps.isOpen("coupon") && coupon}
            </Step>
          )}
          {(quote.wallet.balance > 0 || quote.points.points > 0) && (
            <Card data-field="tenders">
              <Section title={t("checkout:own_money")} titleHidden>
                <Tenders quote={quote} draft={draft} onChange={edit} error={error("tenders")} />
              </Section>
            </Card>
          )}
          {!away && (
            <Step
              name="method"
              title={t(covered ? "checkout:payment_covered" : "checkout:payment")}
              icon={method === "card" ? "card" : "cash"}
              chosen={covered ? null : chosen.payment}
              steps={steps}
            >
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
            </Step>
          )}
          <Step
            name="tip"
            title={t(pickup ? "checkout:extras_pickup" : "checkout:extras")}
            icon="note"
            chosen={
              chosen.extras ||
              (pickup ? t("checkout:note") : `${t("checkout:tip")} · ${t("checkout:note")}`)
            }
            {...(chosen.extras ? {} : { changeLabel: t("checkout:add") })}
            steps={steps}
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
          </Step>
        </div>
        <Card
          as="aside"
          id={summaryPlace}
          aria-label={t("checkout:summary")}
          className="flex flex-col gap-4 lg:sticky lg:top-20"
        >
          <Summary quote={shown} service={service} changing={changing} />
          {/* Stays visible, however long the list of items is. */}
          <div className="sticky bottom-0 -mx-5 hidden flex-col gap-4 bg-card px-5 py-2 lg:flex">
            {terms}
            {button}
          </div>
          {!away && (
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
          )}
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
