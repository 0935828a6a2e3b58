import { cx } from "./cx";

/** Progress as a row of bars in the colour of the accompanying text, which has the same information. */
export function StepBars({ at, of }: { at: number; of: number }) {
  return (
    <div aria-hidden="true" className="flex gap-2">
      {Array.from({ length: of }, (_, place) => {
        const key = `${place}`;
        return (
          <span
            key={key}
            className={cx("h-1.5 flex-1 rounded-full bg-current", place >= at && "opacity-30")}
          />
        );
      })}
    </div>
  );
}
