import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Bound } from "../../../../../backoffice/useForm";
import { part } from "../../../../../lib/part";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { areaAt, areaOf, type LatLng } from "../../../../../ui/geo";
import { Select } from "../../../../../ui/Select";
import { Skeleton } from "../../../../../ui/Skeleton";
import { districtsQuery } from "../api";
import { DevicePlace } from "./DevicePlace";
import { MakeArea } from "./MakeArea";
import { NearAreas } from "./NearAreas";
import { PastedPlace } from "./PastedPlace";

const PlaceMap = part(() => import("../../../places/components/PlaceMap"));

/** A branch's location: a pasted link, a pin, and the area, which follows the pin. */
export function WhereFields({
  pin,
  pinError,
  onPlace,
  district,
  districtHint,
}: {
  pin: LatLng | null;
  pinError: string | undefined;
  onPlace: (place: { pin: LatLng; district?: string }) => void;
  district: Bound<string>;
  districtHint?: ReactNode;
}) {
  const { t } = useTranslation("sellers");
  const districts = useQuery(districtsQuery(useScope())).data ?? [];
  const put = (place: LatLng, area: string | null) =>
    onPlace({ pin: place, ...(area ? { district: area } : {}) });
  const putAt = (place: LatLng) => put(place, areaAt(districts.map(areaOf), place)?.id ?? null);
  const chosen = districts.find(({ id }) => id === district.value);
  // An area without an outline, chosen by hand, accepts every pin.
  const outside =
    pin !== null &&
    districts.length > 0 &&
    areaAt(districts.map(areaOf), pin) === null &&
    (!chosen || chosen.outline.length > 0);
  return (
    <>
      <PastedPlace onPlace={putAt} />
      <DevicePlace onPlace={putAt} />
      <Suspense fallback={<Skeleton shape="block" className="h-80" />}>
        {districts.length > 0 && (
          <PlaceMap search districts={districts} pin={pin} current={district.value} onPin={put} />
        )}
      </Suspense>
      {pin && outside && <NearAreas pin={pin} onChosen={(id) => onPlace({ pin, district: id })} />}
      {pin && outside && <MakeArea pin={pin} onMade={(id) => onPlace({ pin, district: id })} />}
      {pinError && <p className="text-sm text-trouble-text">{pinError}</p>}
      <Select
        {...district}
        hint={districtHint}
        required
        placeholder={t("choose")}
        options={districts.map((one) => ({
          value: one.id,
          label: `${one.name} · ${one.governorate.name}`,
        }))}
      />
    </>
  );
}
