import { Isolate } from "../../../../../lib/words";
import type { ResultRow } from "../api";

/** The problems of a row of the file: the column, the reason and the value. */
export function Problems({ of }: { of: ResultRow["problems"] }) {
  if (of.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {of.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
        <li key={at} className={one.fatal ? "text-trouble-text" : "text-muted"}>
          {one.column && (
            <>
              <bdi className="font-medium">{one.column}</bdi>:{" "}
            </>
          )}
          <Isolate>{one.text}</Isolate>
          {one.value && (
            <>
              {" "}
              <bdi>({one.value})</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
