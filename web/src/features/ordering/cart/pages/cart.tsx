import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type MouseEvent, Suspense, useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Cart, CartSummary } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { isAnywhere, useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import { Isolate, Words } from "../../../../lib/words";
import { hasCart } from "../../../../shop/cart/api";
import { ClaimNotices } from "../../../../shop/cart/ClaimNotices";
import { claimSettled, claimStore } from "../../../../shop/cart/claim";
import { EmptyCart } from "../../../../shop/cart/EmptyCart";
import { MinimumOrder } from "../../../../shop/cart/MinimumOrder";
import {
  cartPath,
  checkoutPath,
  chosenService,
  hasGoods,
  isChanging,
  shownItems,
} from "../../../../shop/cart/model";
import { pendingStore } from "../../../../shop/cart/pending";
import { TermsSentence } from "../../../../shop/cart/TermsCheckbox";
import { Totals } from "../../../../shop/cart/Totals";
import { acceptTerms } from "../../../../shop/cart/terms";
import { useCart } from "../../../../shop/cart/useCart";
import { useCarts, useSelectedService } from "../../../../shop/cart/useShopping";
import { WaitingWishes } from "../../../../shop/cart/WaitingWishes";
import { useSoon } from "../../../../shop/useSoon";
import { BottomBar } from "../../../../ui/BottomBar";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { Container } from "../../../../ui/Container";
import { Link } from "../../../../ui/Link";
import { Price } from "../../../../ui/Price";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { TabLinks } from "../../../../ui/TabLinks";
import { byCallQuery } from "../../calls/api";
import { ordersList } from "../../orders/api";
import { OrderRow } from "../../orders/components/OrderRow";
import { reachesAgain } from "../../orders/model";
import { askPath } from "../../quotations/model";
import { BranchNotice } from "../components/BranchNotice";
import { CartLine } from "../components/CartLine";
import { OpenBranches } from "../components/OpenBranches";
import { ParkedCart } from "../components/ParkedCart";

const Coupons = part(() => import("../../../marketing/coupons/components/Coupons"));
const AlsoHere = part(() => import("../components/AlsoHere"));

function CartPage() {
  const { t } = useTranslation();
  const scope = useScope();
  const { query } = usePage();
  const selected = useSelectedService();
  const carts = useCarts();
  const known = carts.data ?? [];
  const asked = query.get("service_id");
  // A cart with items is shown instead of an empty one.
  const service = chosenService(known, hasGoods(known, asked) ? asked : "", selected) || asked;
  return (
    <Container className="flex min-h-dvh flex-col gap-5 py-5 sm:py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("basket:title")}</h1>
      <ClaimNotices />
      <WaitingWishes key={scope.session} />
      {!scope.ready ? (
        <CartSkeleton />
      ) : !hasCart(scope) ? (
        <Empty />
      ) : carts.data ? (
        <>
          <ServiceTabs carts={carts.data} service={service} />
          {service === "" ? <Empty /> : <OneCart key={service} service={service} />}
        </>
      ) : carts.isError || carts.fetchStatus === "paused" ? (
        <Failed
          error={carts.error}
          retrying={carts.isFetching}
          onRetry={() => void carts.refetch()}
        />
      ) : (
        <CartSkeleton />
      )}
    </Container>
  );
}

/** The empty cart: suggests earlier purchases first, then open branches. */
function Empty() {
  const { session } = useScope();
  return (
    <EmptyCart>
      {session !== "" && <Again />}
      <OpenBranches />
    </EmptyCart>
  );
}

/** The last delivered order, to reorder with one press. */
function Again() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(ordersList(useScope()));
  const last = itemsOf(list)?.find((one) => one.status === "delivered" && reachesAgain(one));
  if (!last) return null;
  return (
    <Section title={t("basket:again")}>
      <OrderRow order={last} />
    </Section>
  );
}

function ServiceTabs({ carts, service }: { carts: readonly CartSummary[]; service: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  // The API lists the most recently changed cart first; sorting keeps each tab in its place. A service
  // that has only a parked cart has a tab too, where the cart can be restored.
  const filled = carts
    .filter((cart) => cart.items_quantity > 0)
    .toSorted(
      (a, b) => a.service.id.localeCompare(b.service.id) || Number(a.parked) - Number(b.parked),
    );
  const shown = filled.filter((cart, at) => cart.service.id !== filled[at - 1]?.service.id);
  // An empty cart links to the one with items.
  if (shown.every((cart) => cart.service.id === service)) return null;
  return (
    <TabLinks
      label={t("basket:services")}
      items={shown.map((cart) => ({
        label: cart.service.name,
        to: cartPath(cart.service.id),
        current: cart.service.id === service,
        count: format.number(cart.items_quantity),
      }))}
    />
  );
}

function OneCart({ service }: { service: string }) {
  const { t } = useTranslation();
  const result = useCart(service);
  const pending = useStore(pendingStore);
  const cart = result.data;
  if (!cart) {
    if (result.isError || result.fetchStatus === "paused") {
      return (
        <Failed
          error={result.error}
          retrying={result.isFetching}
          onRetry={() => void result.refetch()}
        />
      );
    }
    return <CartSkeleton />;
  }
  const items = shownItems(cart.items, pending);
  const { branch } = cart;
  if (items.length === 0 || !branch) {
    return (
      <>
        {cart.parked && <ParkedCart cart={cart.parked} />}
        <Empty />
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-4">
        {cart.parked && <ParkedCart cart={cart.parked} />}
        <BranchNotice
          branch={branch}
          here={branch.delivers !== false}
          outside={cart.problems.find(({ code }) => code === "outside_zone")?.message}
        />
        <Card as="section" aria-label={t("basket:lines")}>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="font-semibold">
              <Link
                to={paths.branch(branch.slug)}
                look="quiet"
                className="inline-flex min-h-11 items-center"
              >
                <Isolate>{branch.name}</Isolate>
              </Link>
            </p>
            <p className="text-sm text-muted">{t("cart:units", { count: cart.items_quantity })}</p>
            {branch.delivers !== false && !branch.is_closed && <ArrivalTime branch={branch} />}
          </div>
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <CartLine
                key={item.id}
                item={item}
                service={service}
                branch={branch.id}
                currency={cart.currency}
              />
            ))}
          </ul>
          <ButtonLink to={paths.branch(branch.slug)} icon="plus" wide className="max-sm:mt-2">
            {t("basket:add_more")}
          </ButtonLink>
        </Card>
        {branch.delivers !== false && (
          <Suspense fallback={null}>
            <AlsoHere cart={cart} branch={branch.id} />
          </Suspense>
        )}
      </div>
      <Summary cart={cart} changing={isChanging(cart.items, pending)} />
    </div>
  );
}

/** The delivery time, while the branch is open to start a delivery. */
function ArrivalTime({ branch }: { branch: NonNullable<Cart["branch"]> }) {
  const { t } = useTranslation();
  const time = useSoon()(branch);
  return time && <p className="w-full text-sm text-muted">{t("basket:arrives", { time })}</p>;
}

/** The coupon, the sums, the policies to accept, and the button to the checkout. */
function Summary({ cart, changing }: { cart: Cart; changing: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const noPlace = isAnywhere(scope);
  const here = cart.branch?.delivers !== false;
  // The box is visible and can be cleared; pressing the button accepts the policies.
  const [accepts, setAccepts] = useState(true);
  const [refused, setRefused] = useState(false);
  const on = useCheckout(cart);
  function go(event: MouseEvent<HTMLElement>) {
    if (accepts) return on();
    setRefused(true);
    event.currentTarget.closest("[data-accepting]")?.querySelector("input")?.focus();
  }
  const terms = (
    <Checkbox
      required
      checked={accepts}
      error={refused && !accepts ? t("basket:terms_needed") : undefined}
      onCheckedChange={setAccepts}
      label={<TermsSentence />}
      className="text-sm leading-5"
    />
  );
  const button = (size: "md" | "lg") => (
    <Button
      variant="primary"
      size={size}
      wide
      className="whitespace-nowrap"
      iconEnd="arrow-end"
      disabled={!cart.can_checkout}
      onClick={go}
    >
      {t("basket:checkout")}
    </Button>
  );
  return (
    <>
      <Card
        as="aside"
        aria-label={t("basket:summary")}
        className="flex flex-col gap-5 lg:sticky lg:top-20"
      >
        {here && (
          <Suspense fallback={<Skeleton shape="block" className="h-33" />}>
            <Coupons cart={cart} />
          </Suspense>
        )}
        {/* Keeps the sums and the button visible, however low the screen is. */}
        <div className="flex flex-col gap-4 bg-card lg:sticky lg:bottom-0 lg:-mx-5 lg:px-5 lg:pb-2">
          <Totals
            steps={cart.steps}
            currency={cart.currency}
            changing={changing}
            deliveryNote={
              noPlace ? t("basket:delivery_unknown") : here ? undefined : t("branches:not_here")
            }
          />
          {here && <MinimumOrder cart={cart} />}
          <Obstacles cart={cart} />
          <div className="hidden flex-col gap-2 lg:flex" data-accepting="">
            {here ? (
              <>
                {terms}
                {button("lg")}
              </>
            ) : (
              <ElsewhereButton />
            )}
          </div>
        </div>
        {here && (
          <ButtonLink to={askPath("cart", cart.service_id)} variant="plain" icon="note" wide>
            {t("basket:ask_quotation")}
          </ButtonLink>
        )}
      </Card>
      <BottomBar label={t("basket:checkout")} className="lg:hidden">
        {here ? (
          <div className="flex w-full flex-col" data-accepting="">
            {terms}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-28 grow-999 basis-0">
                <Price price={format.price(cart.total, cart.currency)} size="sm" />
                <p className="text-xs leading-5 text-muted">
                  {cart.missing_to_minimum > 0
                    ? t("cart:missing", {
                        amount: format.money(cart.missing_to_minimum, cart.currency),
                      })
                    : cart.delivery_price > 0
                      ? t("basket:with_delivery", {
                          amount: format.money(cart.delivery_price, cart.currency),
                        })
                      : t("cart:units", { count: cart.items_quantity })}
                </p>
              </div>
              <div className="min-w-1/2 grow">{button("md")}</div>
            </div>
          </div>
        ) : (
          <ElsewhereButton />
        )}
      </BottomBar>
    </>
  );
}

/** If the branch does not deliver here: what to do instead of ordering. */
function ElsewhereButton() {
  const { t } = useTranslation();
  return (
    <Button variant="primary" size="lg" wide icon="pin" onClick={() => openDialog("location", {})}>
      {t("basket:change_place")}
    </Button>
  );
}

/** Problems of the whole cart that no notice above has shown yet. */
function Obstacles({ cart }: { cart: Cart }) {
  const { t } = useTranslation();
  const told = new Set(["branch_closed", "below_minimum", "not_delivered_here", "outside_zone"]);
  const others = cart.problems.filter((one) => !told.has(one.code));
  const lines = cart.items.some((item) => item.order.problem !== null);
  if (!lines && others.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-trouble-text">
      {lines && <li>{t("basket:fix_lines")}</li>}
      {others.map((one) => (
        <li key={one.code} className={one.code === "part_of_area" ? "text-muted" : undefined}>
          <Words>{one.message}</Words>
        </li>
      ))}
    </ul>
  );
}

/** Opens the checkout. Pressing the button accepts the policies; guests sign in first. */
function useCheckout(cart: Cart): () => void {
  const { session } = useScope();
  const scope = useScope();
  const byCall = useQuery({
    ...byCallQuery(scope),
    enabled: scope.ready && session === "",
  });
  const navigate = useNavigate();
  const on = () => navigate(checkoutPath(cart.service_id));

  /**
   * After signing in: waits until the guest's cart is claimed, then continues unless the customer has navigated away.
   */
  async function onWithCart() {
    const here = window.location.href;
    await claimSettled();
    // A cart that changed when it was claimed is shown here before the customer pays for it.
    if (claimStore.get() === null && window.location.href === here) on();
  }

  return () => {
    acceptTerms(cart.terms_version);
    // Where the shop cannot send sign-in codes, guests order without an account.
    if (session !== "" || byCall.data?.open) on();
    else openDialog("signIn", { why: "cart", goOn: () => void onWithCart() });
  };
}

function Failed({
  error,
  retrying,
  onRetry,
}: {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ReadFailure
      error={error}
      title={t("basket:failed")}
      hint={t(error === null ? "basket:failed_offline" : "basket:failed_text")}
      retryLabel={t("basket:retry")}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

function CartSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t("basket:loading")} className="grid gap-5 lg:grid-cols-[1fr_24rem]">
      <Card className="flex flex-col gap-6">
        {["a", "b", "c"].map((name) => (
          <div key={name} className="flex gap-4">
            <Skeleton shape="block" className="size-16 shrink-0" />
            <div className="flex-1">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/3" />
              <Skeleton shape="button" className="mt-3 w-32" />
            </div>
          </div>
        ))}
      </Card>
      <Card className="flex flex-col gap-3">
        <Skeleton shape="button" />
        <Skeleton />
        <Skeleton />
        <Skeleton className="w-1/2" />
        <Skeleton shape="button" className="mt-3" />
      </Card>
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("basket:title"), noIndex: true }),
  Component: CartPage,
});
