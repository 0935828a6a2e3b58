import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../api/errors";
import { definePage, usePage } from "../../../../lib/page";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { branchQuery } from "../../../../shop/branches/api";
import { cartsQuery } from "../../../../shop/cart/api";
import { ClaimNotices } from "../../../../shop/cart/ClaimNotices";
import { EmptyCart } from "../../../../shop/cart/EmptyCart";
import { cartOf, chosenService, liveCarts } from "../../../../shop/cart/model";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Button } from "../../../../ui/Button";
import { Container } from "../../../../ui/Container";
import { Notice } from "../../../../ui/Notice";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Skeleton } from "../../../../ui/Skeleton";
import { createAddress } from "../../../locations/addresses/api";
import {
  AddressForm,
  type AddressFormProps,
} from "../../../locations/addresses/components/AddressForm";
import { draftHere } from "../../../locations/addresses/model";
import { byCallQuery } from "../../calls/api";
import { quoteQuery } from "../api";
import { CheckoutForm } from "../components/CheckoutForm";
import { CheckoutSkeleton } from "../components/CheckoutSkeleton";
import { choiceOf, isFilled, soonestOf } from "../model";
import { useDraft } from "../useDraft";
import { usePlace } from "../usePlace";

const ByCallForm = part(() => import("../components/ByCallForm"));
// Loaded on demand: most customers have no coupon, or entered it in the cart.
const Coupons = part(() => import("../../../marketing/coupons/components/Coupons"));
const CouponAtHand = part(() => import("../../../marketing/coupons/components/CouponAtHand"));

function CheckoutPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-5 py-5 sm:py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("checkout:title")}</h1>
      <Guests>
        <ClaimNotices />
        <OfService />
      </Guests>
    </Container>
  );
}

/** Guests sign in first, or order without an account where the shop allows it. */
function Guests({ children }: { children: ReactNode }) {
  const scope = useScope();
  const guest = scope.ready && scope.session === "";
  const byCall = useQuery({ ...byCallQuery(scope), enabled: guest });
  if (guest && byCall.data?.open) return <OfService guest />;
  if (guest && byCall.isLoading) return <CheckoutSkeleton />;
  return <SignInFirst>{children}</SignInFirst>;
}

/** The cart named in the URL, or the one the customer is filling. */
function OfService({ guest = false }: { guest?: boolean }) {
  const { t } = useTranslation();
  const { query } = usePage();
  const selected = useSelectedService();
  const asked = query.get("service_id");
  // A cached list is good enough to find a cart, but not to conclude that there is none.
  const carts = useQuery({
    ...cartsQuery(useScope()),
    staleTime: 0,
    // Saving an address here requests the carts again; the typed values stay meanwhile.
    placeholderData: (before) => before,
  });
  const known = carts.data ?? [];
  const service = chosenService(known, asked, selected);
  const filled = cartOf(known, service) !== undefined;
  if (!filled && carts.fetchStatus === "fetching") return <CheckoutSkeleton />;
  if (service === "" && carts.isError) {
    // An unknown list is not an empty one.
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
  if (service === "") return <EmptyCart />;
  if (guest) {
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <ByCallForm key={service} service={service} />
      </Suspense>
    );
  }
  return (
    <Checkout
      key={service}
      service={service}
      empty={carts.isSuccess && !filled}
      others={liveCarts(known).some((cart) => cart.service.id !== service)}
    />
  );
}

export interface CheckoutProps {
  service: string;
  /** The cart is empty, so no quote is requested. */
  empty?: boolean;
  /** Another service's cart has items. */
  others?: boolean;
}

/** The interval of new quotes: the server honours a promised time for only five minutes. */
const askEvery = 60_000;

/** The checkout of one source (source.ts). */
export function Checkout({ service, empty: nothing = false, others = false }: CheckoutProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const [draft, change] = useDraft(service);
  const question = quoteQuery(scope, service, choiceOf(draft));
  const again = useRef<() => Promise<unknown>>(() => Promise.resolve());
  const place = usePlace(service, () => again.current());
  const result = useQuery({
    ...question,
    enabled: question.enabled !== false && !nothing,
    // When the tip or the time changes, the page stays and its sums are updated.
    placeholderData: (before) => before,
    // An ordered cart would be quoted as an empty one.
    refetchInterval: place.busy ? false : askEvery,
  });
  const { refetch } = result;
  again.current = refetch;
  const quote = result.data;
  const error = result.error;
  const foreign = error instanceof ApiError && error.field("address_id") !== null;
  useEffect(() => {
    // The stored address was deleted elsewhere: the default replaces it.
    if (foreign && draft.address !== "") change({ address: "" });
  }, [foreign, draft.address, change]);
  const soonest = quote && !result.isPlaceholderData ? soonestOf(draft, quote) : null;
  useEffect(() => {
    if (soonest !== null) change({ slot: soonest });
  }, [soonest, change]);

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
      <CheckoutForm
        service={service}
        quote={quote}
        changing={result.isPlaceholderData}
        draft={draft}
        change={change}
        place={place}
        before={unknown}
        addressForm={(saver) => <NewAddress saver={saver} branch={quote.cart.branch?.id ?? ""} />}
        noCoupon={
          <Suspense fallback={t("checkout:coupon_none")}>
            <CouponAtHand cart={quote.cart} otherwise={t("checkout:coupon_none")} />
          </Suspense>
        }
        coupon={
          <Suspense fallback={<Skeleton shape="block" className="h-33" />}>
            <Coupons cart={quote.cart} onChanged={refetch} unfolded />
          </Suspense>
        }
      />
    );
  }
  if (empty || nothing) {
    return (
      <>
        {unknown}
        {!unknown && <EmptyCart others={others} />}
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

function NewAddress({
  saver,
  branch,
}: {
  saver: AddressFormProps["saver"] & {};
  /** The order's. */
  branch: string;
}) {
  const [start] = useState(draftHere);
  const query = branchQuery(useScope(), branch);
  const zones = useQuery({ ...query, enabled: branch !== "" && query.enabled !== false }).data
    ?.zones;
  return (
    <AddressForm
      start={start}
      save={createAddress}
      onSaved={() => {}}
      saver={saver}
      reached={zones?.map(({ district }) => district.id)}
    />
  );
}

export default definePage({
  leadsTo: paths.myOrder(":id"),
  head: ({ t }) => ({ title: t("checkout:title"), noIndex: true }),
  Component: CheckoutPage,
});
