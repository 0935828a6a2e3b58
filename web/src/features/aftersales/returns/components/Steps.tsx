import { usePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { type StepName, steps } from "../model";

/** The steps of the flow; earlier steps are links. With null for `current`, all steps are done. */
export function Steps({ current }: { current: StepName | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { path, query } = usePage();
  const at = current ? steps.indexOf(current) : steps.length;
  return (
    <nav aria-label={t("returns:steps")}>
      <ol className="flex items-start rounded-card bg-card px-2 pt-4 pb-3 shadow-soft">
        {steps.map((name, place) => {
          const done = place < at;
          const mark = (
            <>
              <span
                className={cx(
                  "flex size-8 items-center justify-center rounded-full text-sm font-semibold",
                  done
                    ? "bg-go text-on-go"
                    : place === at
                      ? "bg-good-soft text-good-text ring-2 ring-good"
                      : "bg-tint text-muted",
                )}
              >
                {done ? <Icon name="check" size={16} /> : format.number(place + 1)}
              </span>
              <span
                className={cx(
                  "text-center text-xs leading-tight sm:text-sm",
                  place === at ? "font-semibold" : "text-muted",
                )}
              >
                {t(`returns:step_${name}`)}
              </span>
            </>
          );
          const look = "flex min-h-11 flex-col items-center gap-1.5";
          return (
            <li
              key={name}
              aria-current={place === at ? "step" : undefined}
              className="relative min-w-0 flex-1"
            >
              {place > 0 && (
                <span
                  aria-hidden="true"
                  className={cx(
                    "absolute end-[calc(50%+1.25rem)] top-[0.9375rem] h-0.5 w-[calc(100%-2.5rem)]",
                    place <= at ? "bg-go" : "bg-line",
                  )}
                />
              )}
              {done && current ? (
                <Link look="plain" to={`${path}${query.with({ step: name })}`} className={look}>
                  {mark}
                </Link>
              ) : (
                <span className={look}>{mark}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
