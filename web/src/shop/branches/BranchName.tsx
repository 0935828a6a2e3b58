import { Isolate } from "../../lib/words";

/** "Store – Area", as names of branches are written. */
const parts = /^(.*?)(\S+ [–—]) (.+)$/;

/** The area in a branch's name, where it has one. */
export const areaOf = (name: string): string | undefined => parts.exec(name)?.[3];

interface BranchNameInLinesProps {
  name: string;
  /** The only name there: it is not truncated where it is long. */
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

/** Where it takes two lines, the dash does not begin one. */
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
