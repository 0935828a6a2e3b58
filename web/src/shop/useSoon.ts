import { useTranslation } from "../lib/translation";

interface Promised {
  promise?: string;
  delivery_minutes?: number | null;
  promise_days?: number;
}

interface OnMenu {
  branch: Promised;
  menu?: { now: boolean } | null;
}

/** Returns the delivery time of a product; none for a dish whose menu is served at another hour. */
export function useSoonOf() {
  const soon = useSoon();
  return ({ branch, menu }: OnMenu): string | null => (menu?.now === false ? null : soon(branch));
}

/** Returns the delivery time of a branch: "45 minutes", "2 days"; null if it has none. */
export function useSoon() {
  const { t } = useTranslation();
  return ({ promise, delivery_minutes, promise_days }: Promised): string | null =>
    delivery_minutes && promise !== "days"
      ? t("branches:minutes", { count: delivery_minutes })
      : promise_days && promise !== "minutes"
        ? t("branches:days", { count: promise_days })
        : null;
}
