import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { District } from "../../../../api/types";
import type { Point } from "../../../../lib/cookies";
import { useLocation, useNavigate } from "../../../../lib/history";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Chip } from "../../../../ui/Chip";
import { Dialog } from "../../../../ui/Dialog";
import { Notice } from "../../../../ui/Notice";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { districtsQuery } from "../api";
import { choosePlace } from "../model";
import { useOwnPosition } from "../useOwnPosition";
import { DistrictList } from "./DistrictList";

const PlaceMap = part(() => import("./PlaceMap"));
const SavedPlaces = part(() => import("./SavedPlaces"));

interface Choice {
  district: District;
  pin: Point | null;
}

/** Asks for the delivery area: a list with search, a map, or the phone's position. */
export default function LocationDialog({
  required,
  goOn,
  close,
}: {
  /** The page requires a place: the default address is one. */
  required?: boolean;
  /** Continues the interrupted action once there is a place. */
  goOn?: () => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const districts = useQuery(districtsQuery(scope));
  const [way, setWay] = useState<"list" | "map">("list");
  const [choice, setChoice] = useState<Choice | null>(null);
  const position = useOwnPosition();
  const { busy, problem } = position;
  const unserved = choice !== null && !choice.district.served;

  function take(picked: Choice) {
    choosePlace(picked.district, picked.pin);
    leave();
  }

  function leave() {
    close();
    if (goOn) return goOn();
    // The landing page is no longer needed once a place is known.
    if (/^\/(en|ar)?\/?$/.test(pathname)) navigate(paths.home);
  }

  function pick(district: District) {
    position.clear();
    if (district.served) take({ district, pin: null });
    else setChoice({ district, pin: null });
  }

  async function settle(pin: Point) {
    const district = await position.settle(pin);
    setChoice(district && { district, pin });
  }

  function useDevice() {
    position.ask((district, pin) => {
      setChoice(district && { district, pin });
      if (district?.served) take({ district, pin });
    });
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t("places:title")}
      closeLabel={t("places:close")}
      size="lg"
      tall
      unasked={required}
      footer={
        choice && (way === "map" || unserved) ? (
          <Button
            variant="primary"
            wide
            loading={busy}
            onClick={() => take(choice)}
            className="sm:flex-1"
          >
            {unserved
              ? t("places:browse_anyway")
              : t("places:deliver_to", { district: choice.district.name })}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t(goOn ? "places:why_first" : "places:why")}</p>
        {scope.session !== "" && (
          <Suspense fallback={null}>
            <SavedPlaces required={required} onTaken={leave} />
          </Suspense>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="soft"
            icon="locate"
            loading={busy}
            onClick={useDevice}
            className="w-full sm:w-auto"
          >
            {t("places:own_position")}
          </Button>
          <Chip
            label={t("places:list")}
            icon="list"
            selected={way === "list"}
            onPress={() => setWay("list")}
          />
          <Chip
            label={t("places:map")}
            icon="pin"
            selected={way === "map"}
            onPress={() => setWay("map")}
          />
        </div>
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
        {unserved && (
          <Notice tone="warning" live title={t("places:unserved")}>
            {t("places:unserved_text", { district: choice.district.name })}
          </Notice>
        )}
        {districts.isError && !districts.data ? (
          <ReadFailure
            error={districts.error}
            title={t("places:failed")}
            retryLabel={t("places:retry")}
            onRetry={() => void districts.refetch()}
            retrying={districts.isFetching}
          />
        ) : !districts.data ? (
          <SkeletonGroup label={t("places:loading")} className="flex flex-col gap-3">
            <Skeleton shape="button" className="w-full" />
            <Skeleton shape="block" className="h-64" />
          </SkeletonGroup>
        ) : way === "list" ? (
          <DistrictList districts={districts.data} current={scope.district} onPick={pick} />
        ) : (
          <Suspense
            fallback={
              <Skeleton shape="block" className="h-[max(18rem,55dvh)] sm:h-[max(18rem,51dvh)]" />
            }
          >
            <PlaceMap
              districts={districts.data}
              pin={choice?.pin ?? null}
              current={scope.district}
              onPin={(pin) => void settle(pin)}
              tall
              search
            />
            {!choice && (
              <p aria-hidden="true" className="text-center text-muted">
                {t("places:map_tip")}
              </p>
            )}
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
