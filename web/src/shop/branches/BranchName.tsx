import { Isolate } from "../../lib/words";

/** Splits "Store – Area", the usual form of a branch's name. */
const parts = /^(.*?)(\S+ [–—]) (.+)$/;

/** Returns the area in a branch's name, if the name has one. */
export const areaOf = (name: string): string | undefined => parts.exec(name)?.[3];

interface BranchNameInLinesProps {
  name: string;
  /** Shows a long name in full instead of truncating it, where it is the only name. */
  whole?: boolean;
}

/**
 * The store's name and, in a smaller line below it, the area, so that names in a row have the same
 * height. A small tile shows the area elsewhere.
 */
export function BranchNameInLines({ name, whole }: BranchNameInLinesProps) {
  const [, start = "", end = "", area] = parts.exec(name) ?? [];
  if (area === undefined)
    return whole ? (
      <span className="w-full">
        <Isolate>{name}</Isolate>
      </span>
    ) : (
      <Isolate>{name}</Isolate>
    );
  return (
    <>
      <span dir="auto" className={whole ? "block w-full" : "block truncate"}>
        {`${start}${end.slice(0, -2)}`}
      </span>
      <span className="sr-only"> – </span>
      <span
        dir="auto"
        className="block truncate text-sm leading-6 font-normal text-muted @max-3xs:sr-only"
      >
        {area}
      </span>
    </>
  );
}

/** If the name takes two lines, the second line does not begin with the dash. */
export function BranchName({ name }: { name: string }) {
  const [, start, end, area] = parts.exec(name) ?? [];
  if (!end) return <Isolate>{name}</Isolate>;
  return (
    <Isolate of={name}>
      {start}
      <span className="whitespace-nowrap">{end}</span> {area}
    </Isolate>
  );
}
