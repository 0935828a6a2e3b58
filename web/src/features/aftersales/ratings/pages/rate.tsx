import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFields } from "../../../../api/useFields";
import { writeNumbers } from "../../../../lib/format/figures";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { EmptyState } from "../../../../ui/EmptyState";
import { Failure } from "../../../../ui/Failure";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Picture } from "../../../../ui/Picture";
import { type OrderRating, orderRatingQuery, rateOrder } from "../api";
import { OpinionFields } from "../components/OpinionFields";
import { StarInput } from "../components/StarInput";
import { bodyOf, type Draft, draftOf, withoutStars } from "../model";

function RatePage() {
  const { t } = useTranslation();
  const { params } = usePage();
  return (
    <Container width="text" className="flex flex-col gap-4 py-4 sm:py-6">
      <Breadcrumbs
        label={t("opinions:crumbs")}
        items={[
          { label: t("orders:title"), to: paths.myOrders },
          { label: t("orders:one_title"), to: paths.myOrder(params.id) },
          { label: t("opinions:rate_title") },
        ]}
      />
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("opinions:rate_title")}</h1>
      <SignInFirst>
        <Rated />
      </SignInFirst>
    </Container>
  );
}

function Rated() {
  const { t } = useTranslation();
  const { params } = usePage();
  const asked = useQuery(orderRatingQuery(useScope(), params.id));
  return (
    <Loaded
      query={asked}
      texts="ratings"
      failed={t("opinions:order_failed")}
      offline=""
      skeleton={["h-64", "h-40"]}
      layout="flex flex-col gap-4"
    >
      {(order) =>
        order.can_rate ? (
          <Form key={order.order_id} order={order} />
        ) : (
          <EmptyState
            icon="clock"
            title={order.cannot_rate_reason ?? t("opinions:order_failed")}
            action={
              <ButtonLink to={paths.myOrder(order.order_id)} variant="primary">
                {t("opinions:to_order")}
              </ButtonLink>
            }
          />
        )
      }
    </Loaded>
  );
}

/** Editing begins at the first stars that may still be changed. */
function toFirstField(form: HTMLFormElement | null) {
  const stars = form?.querySelector("fieldset:not(:disabled)");
  (stars?.querySelector<HTMLElement>("input:checked") ?? stars?.querySelector("input"))?.focus();
}

function Form({ order }: { order: OrderRating }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [thanked, setThanked] = useState(false);
  const starsWanted = t("opinions:choose_stars");
  const form = useFields<Draft>(
    () => draftOf(order),
    ({ whole, ...rest }) => ({
      whole: whole.stars === 0 ? starsWanted : undefined,
      lines: withoutStars({ whole, ...rest }).length > 0 ? starsWanted : undefined,
    }),
  );
  const { values: draft, set } = form;
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(order));
  // After saving, there is nothing to send until something is changed.
  const quiet = order.rating !== null && !changed;
  const lost = withoutStars(draft);

  async function save() {
    setThanked(false);
    const now = await rateOrder(order.order_id, bodyOf(draft, order));
    client.setQueryData(orderRatingQuery(scope, order.order_id).queryKey, now);
    form.reset(draftOf(now));
    setThanked(true);
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === "string" && path.includes("/reviews"),
    });
  }
  // Each rating has its own period for changes.
  const open = [order.rating, ...order.items.map(({ rating }) => rating)].some(
    (given) => given === null || given.editable,
  );
  const settled = order.rating !== null && !order.rating.editable;
  return (
    <form ref={form.ref} onSubmit={form.submit(save)} noValidate className="flex flex-col gap-4">
      <p className="text-muted">
        <Isolate>{order.branch.name}</Isolate> · <Ltr>{order.number}</Ltr>
      </p>
      <Card className="flex flex-col gap-5">
        <OpinionFields
          name={t("opinions:whole")}
          value={draft.whole}
          onChange={(whole) => set({ whole })}
          given={order.rating}
          error={form.error("whole")}
          large
        />
        {order.fulfilment === "delivery" && (
          <StarInput
            label={t("opinions:delivery")}
            value={draft.delivery}
            onValueChange={(delivery) => set({ delivery })}
            disabled={settled}
          />
        )}
      </Card>
      <h2 className="text-xl font-semibold">{t("opinions:things")}</h2>
      <ul className="flex flex-col gap-3">
        {order.items.map((item) => {
          const name = item.variant_name
            ? `${item.product.name} · ${writeNumbers(item.variant_name, scope.figures)}`
            : item.product.name;
          const value = draft.lines[item.line_id];
          return (
            value && (
              <Card key={item.line_id} as="li" className="flex gap-4">
                <Picture
                  src={item.product.image.src}
                  alt=""
                  width={item.product.image.width}
                  height={item.product.image.height}
                  className="size-16 shrink-0"
                />
                <div className="min-w-0 flex-1">
                  <OpinionFields
                    name={name}
                    value={value}
                    onChange={(next) => set({ lines: { ...draft.lines, [item.line_id]: next } })}
                    given={item.rating}
                    error={lost.includes(item.line_id) ? form.error("lines") : undefined}
                  />
                </div>
              </Card>
            )
          );
        })}
      </ul>
      <Failure of={form.elsewhere} />
      {thanked && quiet && (
        <Notice
          tone="success"
          live
          title={t("opinions:thanks")}
          action={
            <ButtonLink size="sm" to={paths.myOrder(order.order_id)}>
              {t("opinions:to_order")}
            </ButtonLink>
          }
        />
      )}
      {open && (
        <Button
          type={quiet ? "button" : "submit"}
          variant={quiet ? "quiet" : "primary"}
          wide
          loading={form.busy}
          onClick={quiet ? () => toFirstField(form.ref.current) : undefined}
        >
          {t(quiet ? "opinions:change" : order.rating ? "opinions:save" : "opinions:send")}
        </Button>
      )}
    </form>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("opinions:rate_title"), noIndex: true }),
  Component: RatePage,
});
