import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import type { District, Order } from "../../../../api/types";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { districtsQuery } from "../../../locations/places/api";
import { isOnTheRoad } from "../model";

const none: readonly District[] = [];

// Loaded when it comes near the viewport.
const WayMap = part(() => import("../../../locations/places/components/WayMap"));

/** The order's origin and destination; the courier's position is not known, and not shown. */
export function WayCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: "200px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const districts = useQuery({ ...districtsQuery(useScope()), enabled: near });
  // Without outlines the way is on an empty background: the map's place does not move.
  const outlines = districts.data ?? (districts.isError ? none : undefined);
  const { address, branch, courier } = order;
  const pickup = order.fulfilment === "pickup";
  const waiting = <Skeleton shape="block" className="h-48 sm:h-56" />;
  return (
    <Card>
      <Section title={t(pickup ? "orders:where" : "orders:way")} className="gap-3">
        {courier && isOnTheRoad(order) && (
          <p className="text-sm text-muted">{t("orders:way_with", { name: courier.name })}</p>
        )}
        <div ref={place}>
          {near && outlines ? (
            <Suspense fallback={waiting}>
              <WayMap
                districts={outlines}
                from={{ lat: branch.lat, lng: branch.lng }}
                to={pickup ? null : { lat: address.lat, lng: address.lng }}
                label={
                  pickup
                    ? t("orders:where_label", { branch: branch.name })
                    : t("orders:way_label", { branch: branch.name, area: address.district.name })
                }
              />
            </Suspense>
          ) : (
            waiting
          )}
        </div>
      </Section>
    </Card>
  );
}
