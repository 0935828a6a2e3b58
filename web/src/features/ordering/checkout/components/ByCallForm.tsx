import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { useFields, type Wrong } from "../../../../api/useFields";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { newKey } from "../../../../lib/newKey";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import { cartQuery, cartsQuery } from "../../../../shop/cart/api";
import { TermsCheckbox } from "../../../../shop/cart/TermsCheckbox";
import { termsStore } from "../../../../shop/cart/terms";
import { isMobile, phoneDigits } from "../../../../shop/signIn/model";
import { BottomBar } from "../../../../ui/BottomBar";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Fold } from "../../../../ui/Fold";
import { Notice } from "../../../../ui/Notice";
import { PhoneInput } from "../../../../ui/PhoneInput";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Section } from "../../../../ui/Section";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { draftHere } from "../../../locations/addresses/model";
import { districtsQuery } from "../../../locations/places/api";
import { type CallBody, callQuoteQuery, placeByCall } from "../../calls/api";
import { keepOrder } from "../../calls/kept";
import { isFilled, payable } from "../model";
import { Summary } from "./Summary";
import { TimeChoice } from "./TimeChoice";

const PlaceMap = part(() => import("../../../locations/places/components/PlaceMap"));

/** The interval of new quotes: the server honours a promised time for only five minutes. */
const askEvery = 60_000;

/** The fields of a guest's order: name and number, address, time. */
interface Draft {
  name: string;
  phone: string;
  district_id: string;
  address: string;
  building_number: string;
  floor: string;
  apartment_number: string;
  landmark: string;
  lat: number | null;
  lng: number | null;
  slot_id: string;
  note: string;
}

function start(): Draft {
  const { district_id, lat, lng } = draftHere();
  return {
    name: "",
    phone: "",
    district_id,
    address: "",
    building_number: "",
    floor: "",
    apartment_number: "",
    landmark: "",
    lat,
    lng,
    slot_id: "",
    note: "",
  };
}

/** A cash order without an account, which the branch confirms by a call. */
export default function ByCallForm({ service }: { service: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const districts = useQuery(districtsQuery(scope));
  const accepted = useStore(termsStore);
  const [mapAsked, setMapAsked] = useState(false);
  const attempt = useRef({ key: "", body: "" });
  const form = useFields<Draft>(start, (draft): Wrong<Draft> => {
    const empty = (text: string) => text.trim() === "";
    const known = districts.data?.some(({ id }) => id === draft.district_id);
    return {
      name: empty(draft.name) ? t("auth:required") : undefined,
      phone:
        phoneDigits(draft.phone) === ""
          ? t("auth:required")
          : isMobile("+20", draft.phone)
            ? undefined
            : t("auth:phone_invalid"),
      district_id: known ? undefined : t("addresses:required_district_id"),
      address: empty(draft.address) ? t("addresses:required_address") : undefined,
      building_number: empty(draft.building_number)
        ? t("addresses:required_building_number")
        : undefined,
    };
  });
  const { values: draft, set } = form;
  const district = districts.data?.find(({ id }) => id === draft.district_id);
  const degrees = (value: number | null) => (value === null ? "" : String(value));
  const question = callQuoteQuery(scope, service, {
    district_id: draft.district_id,
    lat: degrees(draft.lat),
    lng: degrees(draft.lng),
    slot: draft.slot_id,
  });
  const result = useQuery({
    ...question,
    // When the area or the time changes, the page stays and its sums are updated.
    placeholderData: (before) => before,
    refetchInterval: form.busy ? false : askEvery,
  });
  // Always in cash, which may be rounded down.
  const quote = result.data && payable(result.data, "cod");
  const changing = result.isPlaceholderData;

  const order = form.submit(async () => {
    if (!quote || !district) return;
    const now = quote.times.now;
    const body: CallBody = {
      service_id: service,
      name: draft.name,
      phone: phoneDigits(draft.phone),
      district_id: draft.district_id,
      address: draft.address,
      building_number: draft.building_number,
      floor: draft.floor,
      apartment_number: draft.apartment_number,
      landmark: draft.landmark,
      lat: draft.lat ?? district.lat,
      lng: draft.lng ?? district.lng,
      note: draft.note,
      ...(draft.slot_id === ""
        ? now
          ? { promised_at: now.promised_at, promise_proof: now.promise_proof }
          : {}
        : { slot_id: draft.slot_id }),
      accept_terms: accepted === quote.terms_version,
      terms_version: quote.terms_version,
      expected_total: quote.totals.total,
    };
    // Sending the same order again is the same attempt: the first one may have arrived without an answer.
    const asked = JSON.stringify({ ...body, promised_at: "", promise_proof: "" });
    if (attempt.current.body !== asked) attempt.current = { key: newKey(), body: asked };
    try {
      const { data } = await placeByCall(body, attempt.current.key);
      keepOrder({ id: data.order_id, token: data.token, at: Date.now() });
      client.removeQueries({ queryKey: cartQuery(scope, service).queryKey });
      void client.invalidateQueries({ queryKey: cartsQuery(scope).queryKey });
      navigate(paths.callOrder(data.order_id), { replace: true });
    } catch (error) {
      void result.refetch();
      throw error;
    }
  });

  if (!quote || !isFilled(quote)) {
    if (!result.isError) return <Skeleton shape="block" className="h-96" />;
    return (
      <ReadFailure
        error={result.error}
        title={t("checkout:failed")}
        hint={t("checkout:failed_text")}
        retryLabel={t("checkout:retry")}
        onRetry={() => void result.refetch()}
        retrying={result.isFetching}
      />
    );
  }
  const text = (
    field: "address" | "building_number" | "floor" | "apartment_number" | "landmark",
  ) => ({ ...form.field(field), label: t(`addresses:${field}`) });
  const optional = { optionalLabel: t("addresses:optional") };
  const wrongPin = form.error("lat") ?? form.error("lng");
  const problems = quote.problems.filter(({ code }) => code !== "address_required");
  const end = (
    <div className="flex w-full flex-col gap-3">
      <div data-terms>
        <TermsCheckbox version={quote.terms_version} error={form.errorOf("accept_terms")} />
      </div>
      <Button
        variant="primary"
        size="lg"
        wide
        icon="phone"
        loading={form.busy}
        loadingLabel={t("checkout:placing")}
        aria-disabled={changing || problems.length > 0 || undefined}
        onClick={() => {
          if (!changing && problems.length === 0) void order();
        }}
      >
        {t("calls:order", { total: format.money(quote.due, quote.totals.currency) })}
      </Button>
    </div>
  );
  return (
    <>
      <Notice icon="phone" title={t("calls:how_title")}>
        {t("calls:how_text")}
      </Notice>
      <form
        ref={form.ref}
        onSubmit={(event) => event.preventDefault()}
        noValidate
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("calls:who")}>
              <div className="flex flex-col gap-4">
                <TextInput
                  {...form.field("name")}
                  label={t("calls:name")}
                  required
                  autoComplete="name"
                  maxLength={80}
                />
                <PhoneInput
                  label={t("calls:phone")}
                  hint={t("calls:phone_hint")}
                  required
                  countryCode="+20"
                  countries={[{ code: "+20", name: t("auth:country_20") }]}
                  countryLabel={t("auth:country")}
                  name="phone"
                  value={draft.phone}
                  onValueChange={(phone) => set({ phone })}
                  error={form.error("phone")}
                  autoComplete="tel-national"
                  placeholder="010 1234 5678"
                />
                <p className="text-sm text-muted">
                  {t("calls:have_account")}{" "}
                  <button
                    type="button"
                    className="min-h-11 text-go-text underline underline-offset-4"
                    // Signing in changes the scope, so that the regular page replaces this one.
                    onClick={() => openDialog("signIn", { goOn: () => {} })}
                  >
                    {t("auth:title")}
                  </button>
                </p>
              </div>
            </Section>
          </Card>
          <Card>
            <Section title={t("calls:where")}>
              <div className="flex flex-col gap-4">
                <Select
                  {...form.field("district_id")}
                  label={t("addresses:district_id")}
                  required
                  placeholder={t("addresses:choose_district")}
                  onValueChange={(id) => set({ district_id: id, lat: null, lng: null })}
                  options={(districts.data ?? []).map(({ id, name }) => ({
                    value: id,
                    label: name,
                  }))}
                />
                <TextInput {...text("address")} required autoComplete="address-line1" />
                <div className="grid grid-cols-[3fr_4fr_4fr] items-end gap-x-2 sm:grid-cols-3 sm:gap-x-3">
                  <TextInput {...text("building_number")} required />
                  <TextInput {...text("floor")} {...optional} />
                  <TextInput {...text("apartment_number")} {...optional} />
                </div>
                <TextInput
                  {...text("landmark")}
                  {...optional}
                  placeholder={t("addresses:landmark_hint")}
                />
                <Fold
                  boxed
                  open={wrongPin !== undefined}
                  onToggle={() => setMapAsked(true)}
                  title={
                    <>
                      {t("addresses:add_pin")}
                      <span className="text-sm font-normal text-muted">
                        {" "}
                        {t("addresses:optional")}
                      </span>
                    </>
                  }
                >
                  <p className="text-sm text-muted">{t("addresses:pin_hint")}</p>
                  {wrongPin && (
                    <Notice tone="trouble" live>
                      {wrongPin}
                    </Notice>
                  )}
                  {mapAsked && districts.data ? (
                    <Suspense fallback={<Skeleton shape="block" className="h-56 sm:h-72" />}>
                      <PlaceMap
                        districts={districts.data}
                        pin={
                          draft.lat !== null && draft.lng !== null
                            ? { lat: draft.lat, lng: draft.lng }
                            : null
                        }
                        current={draft.district_id}
                        onPin={(pin) => set(pin)}
                        search
                      />
                    </Suspense>
                  ) : (
                    <Skeleton shape="block" className="h-56 sm:h-72" />
                  )}
                </Fold>
              </div>
            </Section>
          </Card>
          <Card>
            <Section title={t("checkout:time")}>
              <TimeChoice
                quote={quote}
                slot={draft.slot_id}
                onChoose={(slot_id) => set({ slot_id })}
                error={form.errorOf("slot_id")}
              />
            </Section>
          </Card>
          <Card>
            <TextArea
              {...form.field("note")}
              {...optional}
              label={t("checkout:note")}
              hint={t("checkout:note_hint")}
              maxLength={500}
              rows={2}
            />
          </Card>
        </div>
        <Card
          as="aside"
          aria-label={t("checkout:summary")}
          className="flex flex-col gap-4 lg:sticky lg:top-20"
        >
          <Summary quote={quote} service={service} changing={changing} />
          <p className="text-sm text-muted">{t("calls:cash_only")}</p>
          {problems.length > 0 && (
            <ul className="flex flex-col gap-1 text-sm text-trouble-text" role="status">
              {problems.map(({ code, message }) => (
                <li key={code}>{format.words(message)}</li>
              ))}
            </ul>
          )}
          <Failure of={form.elsewhere} />
          <div className="max-lg:hidden">{end}</div>
        </Card>
      </form>
      <BottomBar label={t("checkout:summary")} className="lg:hidden">
        {end}
      </BottomBar>
    </>
  );
}
