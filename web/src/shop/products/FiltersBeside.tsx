import { type ReactNode, Suspense, useEffect, useState } from "react";
import { part } from "../../lib/part";
import { useTranslation } from "../../lib/translation";
import type { FiltersProps } from "./filterTypes";

// Never loaded on phones.
const FilterColumn = part(() => import("./FilterColumn"));

/** A list with its filters in a column next to it on wide screens, and in a sheet on narrow ones. */
export function FiltersBeside({
  children,
  filters,
}: {
  children: ReactNode;
  filters: FiltersProps;
}) {
  const { t } = useTranslation();
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const media = window.matchMedia?.("(width >= 80rem)");
    if (!media) return;
    const follow = () => setWide(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return (
    <div className="xl:grid xl:grid-cols-[15rem_minmax(0,1fr)] xl:items-start xl:gap-6">
      <aside
        aria-label={t("catalog:filters")}
        className="scroll-quiet sticky top-(--header) max-h-[calc(100vh-var(--header))] overflow-y-auto p-1 max-xl:hidden"
      >
        {wide && (
          <Suspense fallback={null}>
            <FilterColumn {...filters} />
          </Suspense>
        )}
      </aside>
      <div className="flex min-w-0 flex-col gap-1.5 sm:gap-4">{children}</div>
    </div>
  );
}
