import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { errorText } from "../../../../api/errors";
import type { Address } from "../../../../api/types";
import { useFields, type Wrong } from "../../../../api/useFields";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Checkbox } from "../../../../ui/Checkbox";
import { cx } from "../../../../ui/cx";
import { Failure } from "../../../../ui/Failure";
import { Fold } from "../../../../ui/Fold";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { TextInput } from "../../../../ui/TextInput";
import { districtsQuery, locate } from "../../places/api";
import { useOwnPosition } from "../../places/useOwnPosition";
import type { AddressBody } from "../api";
import { type Draft, missing } from "../model";

const PlaceMap = part(() => import("../../places/components/PlaceMap"));

export interface AddressFormProps {
  start: Draft;
  /** Sends the address; throws the server's refusal. */
  save: (body: AddressBody) => Promise<Address>;
  onSaved: (address: Address) => void;
  /**
   * For use within another form: called with the function that its button must call to save, and with null on unmount.
   */
  saver?: (save: (() => Promise<Address | null>) | null) => void;
  /** The ids of the areas to choose from, limited to those to which the order's branch delivers. */
  reached?: readonly string[] | undefined;
}

const types = ["home", "work", "other"] as const;
const numbers = ["building_number", "floor", "apartment_number"] as const;

/** The fields that a courier needs; the others and the map are folded. The input stays after a refusal. */
export function AddressForm({ start, save, onSaved, saver, reached }: AddressFormProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const districts = useQuery(districtsQuery(scope));
  const isReached = (id: string) => reached?.includes(id) ?? true;
  const form = useFields(start, (draft): Wrong<Draft> => {
    const known = districts.data?.some((one) => one.id === draft.district_id);
    return {
      ...Object.fromEntries(
        missing(draft).map((field) => [field, t(`addresses:required_${field}`)]),
      ),
      ...(known ? {} : { district_id: t("addresses:required_district_id") }),
      ...(known && !isReached(draft.district_id)
        ? { district_id: t("addresses:unreached_district_id") }
        : {}),
    };
  });
  const { values: draft, set } = form;
  const [pinProblem, setPinProblem] = useState<string | null>(null);
  // A saved address has a pin; for a new one, the pin begins in the middle of its area.
  const [pinned, setPinned] = useState(start.address !== "");
  const [mapAsked, setMapAsked] = useState(false);
  const district = districts.data?.find((one) => one.id === draft.district_id);
  const text = (field: Exclude<keyof Draft, "type" | "lat" | "lng" | "is_default">) => ({
    ...form.field(field),
    label: t(`addresses:${field}`),
  });
  const optional = { optionalLabel: t("addresses:optional") };

  const position = useOwnPosition();
  const wrongPin = position.problem ?? pinProblem ?? form.error("lat") ?? form.error("lng");
  async function movePin(pin: { lat: number; lng: number }) {
    set(pin);
    setPinned(true);
    setPinProblem(null);
    position.clear();
    try {
      const { data } = await locate(pin.lat, pin.lng);
      set({ district_id: data.district.id });
    } catch (error) {
      setPinProblem(errorText(error, t, { inPlace: true }));
    }
  }

  async function submit(): Promise<Address | null> {
    let saved: Address | null = null;
    await form.submit(async () => {
      const { lat, lng, ...rest } = draft;
      if (!district) return;
      saved = await save({ ...rest, lat: lat ?? district.lat, lng: lng ?? district.lng });
      onSaved(saved);
    })();
    return saved;
  }
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    saver?.(() => latest.current());
    return () => saver?.(null);
  }, [saver]);
  // An error in a folded field unfolds the fields.
  const folded = ["name", "contact_name", "phone", "city", "postal_code"] as const;
  const unfold = folded.some((field) => form.error(field) !== undefined);

  if (districts.isError && !districts.data) {
    return (
      <ReadFailure
        error={districts.error}
        title={t("places:failed")}
        retryLabel={t("places:retry")}
        onRetry={() => void districts.refetch()}
        retrying={districts.isFetching}
      />
    );
  }
  return (
    <form
      ref={form.ref}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // Within another form, its button places the order and saves this address.
        if (!saver) void submit();
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      <Select
        {...text("district_id")}
        required
        placeholder={t("addresses:choose_district")}
        onValueChange={(id) => set({ district_id: id, lat: null, lng: null })}
        options={(districts.data ?? [])
          .toSorted((a, b) => Number(isReached(b.id)) - Number(isReached(a.id)))
          .map(({ id, name }) =>
            isReached(id)
              ? { value: id, label: name }
              : {
                  value: id,
                  label: t("addresses:unreached_area", { area: name }),
                  disabled: id !== draft.district_id,
                },
          )}
      />
      {district && !district.served && (
        <Notice tone="warning" live title={t("places:unserved")}>
          {t("addresses:unserved_text")}
        </Notice>
      )}
      <TextInput {...text("address")} required autoComplete="address-line1" />
      <div
        className={cx(
          "grid grid-cols-[3fr_4fr_4fr] gap-x-2 sm:grid-cols-3 sm:gap-x-3",
          // If one label wraps, the inputs stay aligned at the bottom, except below an error message.
          numbers.every((field) => form.error(field) === undefined) && "items-end",
        )}
      >
        <TextInput {...text("building_number")} required />
        <TextInput {...text("floor")} {...optional} />
        <TextInput {...text("apartment_number")} {...optional} />
      </div>
      <TextInput {...text("landmark")} {...optional} placeholder={t("addresses:landmark_hint")} />
      <Fold
        boxed
        open={Boolean(wrongPin)}
        onToggle={() => setMapAsked(true)}
        title={
          <>
            {t(pinned ? "addresses:pin" : "addresses:add_pin")}
            <span className="text-sm font-normal text-muted"> {t("addresses:optional")}</span>
          </>
        }
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{t("addresses:pin_hint")}</p>
          <Button
            variant="soft"
            icon="locate"
            loading={position.busy}
            onClick={() =>
              position.ask((found, pin) => {
                if (!found) return;
                set({ ...pin, district_id: found.id });
                setPinned(true);
              })
            }
            className="w-full sm:w-auto"
          >
            {t("places:own_position")}
          </Button>
        </div>
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
                draft.lat !== null && draft.lng !== null ? { lat: draft.lat, lng: draft.lng } : null
              }
              current={draft.district_id}
              onPin={(pin) => void movePin(pin)}
              search
            />
          </Suspense>
        ) : (
          <Skeleton shape="block" className="h-56 sm:h-72" />
        )}
      </Fold>
      <Fold boxed open={unfold} title={t("addresses:more")}>
        <RadioGroup
          label={t("addresses:type")}
          layout="row"
          value={draft.type}
          onValueChange={(type) => set({ type: types.find((one) => one === type) ?? "home" })}
          options={types.map((type) => ({ value: type, label: t(`addresses:type_${type}`) }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...text("name")} {...optional} />
          <TextInput {...text("contact_name")} {...optional} autoComplete="name" />
          <TextInput
            {...text("phone")}
            {...optional}
            type="tel"
            autoComplete="tel"
            hint={t("addresses:phone_hint")}
          />
          {/* Couriers do not need these fields during an order: only the address book has them. */}
          {!saver && (
            <>
              <TextInput {...text("city")} {...optional} autoComplete="address-level2" />
              <TextInput {...text("postal_code")} {...optional} inputMode="numeric" />
            </>
          )}
        </div>
        {!saver && !start.is_default && (
          <Checkbox
            label={t("addresses:is_default")}
            checked={draft.is_default}
            onCheckedChange={(is_default) => set({ is_default })}
          />
        )}
      </Fold>
      <Failure of={form.elsewhere} />
      {!saver && (
        <Button
          type="submit"
          variant="primary"
          wide
          loading={form.busy}
          loadingLabel={t("addresses:saving")}
        >
          {t("addresses:save")}
        </Button>
      )}
    </form>
  );
}
