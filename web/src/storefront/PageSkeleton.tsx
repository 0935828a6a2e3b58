import { useTranslation } from "../lib/translation";
import { Skeleton } from "../ui/Skeleton";
import { SkeletonGroup } from "../ui/SkeletonGroup";

/** Stands in for a page whose part is still on its way. */
export function PageSkeleton() {
  const { t } = useTranslation("shell");
  return (
    <SkeletonGroup
      label={t("loading")}
      className="mx-auto grid w-full max-w-7xl gap-6 px-4 sm:px-6 py-6"
    >
      <Skeleton shape="banner" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((name) => (
          <Skeleton key={name} shape="tile" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
