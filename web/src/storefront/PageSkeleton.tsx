import { useTranslation } from "../lib/translation";
import { cx } from "../ui/cx";
import { Skeleton } from "../ui/Skeleton";
import { SkeletonGroup } from "../ui/SkeletonGroup";

const rows = ["a", "b", "c", "d"];

/** The pages of one product, of rows and of text; all others are a banner above tiles. */
const shapes = [
  { of: /^\/products\//, shape: "thing" },
  { of: /^\/(account|cart|checkout|quotations)(\/|$)/, shape: "rows" },
  { of: /^\/(information|contact-us|preferences)(\/|$)|^\/blogs\/./, shape: "words" },
] as const;

export const shapeOf = (path: string) =>
  shapes.find(({ of }) => of.test(path))?.shape ?? ("tiles" as const);

/** A placeholder for a page whose code is still loading, in about its shape. */
export function PageSkeleton({ path }: { path: string }) {
  const { t } = useTranslation("shell");
  const shape = shapeOf(path);
  return (
    <SkeletonGroup
      label={t("loading")}
      className={cx(
        "mx-auto grid w-full max-w-7xl gap-6 px-4 py-6 sm:px-6",
        shape === "thing" && "items-start md:grid-cols-2",
      )}
    >
      {shape === "thing" && (
        <>
          <Skeleton
            shape="block"
            className="shared-picture -mx-4 -mt-6 h-60 sm:mx-0 sm:mt-0 md:h-110"
          />
          <div className="flex flex-col gap-3">
            <Skeleton className="w-3/4 text-3xl" />
            <Skeleton className="w-1/3 text-xl" />
            <Skeleton shape="block" className="h-28" />
            <Skeleton shape="button" />
          </div>
        </>
      )}
      {shape === "rows" && (
        <>
          <Skeleton className="w-1/2 text-2xl" />
          {rows.map((name) => (
            <Skeleton key={name} shape="block" className="h-24" />
          ))}
        </>
      )}
      {shape === "words" && (
        <div className="flex max-w-2xl flex-col gap-1">
          <Skeleton className="mb-4 w-2/3 text-2xl" />
          {rows.map((name) => (
            <Skeleton key={name} />
          ))}
          <Skeleton className="w-1/2" />
        </div>
      )}
      {shape === "tiles" && (
        <>
          <Skeleton shape="banner" />
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {rows.map((name) => (
              <Skeleton key={name} shape="tile" />
            ))}
          </div>
        </>
      )}
    </SkeletonGroup>
  );
}
