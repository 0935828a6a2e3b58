import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { cx } from "../../../../ui/cx";
import { Icon, type IconName } from "../../../../ui/Icon";
import { Section } from "../../../../ui/Section";
import type { StepName, useSteps } from "../useSteps";

export interface StepProps {
  name: StepName;
  title: string;
  icon: IconName;
  /** The choice in one line; null while the step has no answer to fold away. */
  chosen: ReactNode | null;
  /** The button's label if the step's answer is that nothing was chosen. */
  changeLabel?: string;
  steps: ReturnType<typeof useSteps>;
  /** Folds on wide screens too. */
  folds?: boolean;
  /** Stays visible above the folded line. */
  above?: ReactNode;
  children: ReactNode;
  className?: string;
}

/**
 * A step of the checkout. On phones, or everywhere with `folds`, an answered step folds into one line until it is
 * changed.
 */
export function Step(props: StepProps) {
  const { name, title, icon, chosen, changeLabel, steps, folds, above, children, className } =
    props;
  const { t } = useTranslation();
  const id = useId();
  const line = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const open = chosen === null || steps.isOpen(name);
  const { moved } = steps;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    // The pressed control is gone: the focus moves to its replacement.
    if (moved?.step !== name) return;
    const control = content.current?.querySelector<HTMLElement>(
      "input:checked, input:not([disabled]), button[aria-pressed], textarea",
    );
    // A control that is still being rendered takes the focus once it is there.
    const fold = content.current?.querySelector<HTMLElement>("[data-fold]");
    const next = open ? (control ?? fold) : line.current;
    next?.focus({ preventScroll: true });
    // Steps above this one fold, and not every browser keeps the scroll position meanwhile.
    next?.closest("[data-field]")?.scrollIntoView({ block: "nearest" });
  }, [moved]);

  return (
    <Card data-field={name} padding="none" className="flex flex-col">
      {above && <div className="p-4 pb-0 sm:p-5 sm:pb-0">{above}</div>}
      {!open && (
        <h2 className={cx("@container", !folds && "lg:hidden")}>
          <button
            ref={line}
            type="button"
            aria-expanded={false}
            aria-controls={id}
            onClick={() => steps.open(name)}
            className="flex min-h-16 w-full items-center gap-3 rounded-card px-4 py-3 text-start @max-3xs:flex-wrap @max-3xs:gap-1"
          >
            <Icon name={icon} size={24} className="shrink-0 text-muted @max-3xs:hidden" />
            <span className="min-w-0 flex-1 @max-3xs:basis-full">
              <span className="block text-sm text-muted">
                <Isolate>{title}</Isolate>
              </span>{" "}
              <span className="line-clamp-2 font-medium text-balance">{chosen}</span>
            </span>{" "}
            <span className="shrink-0 font-medium text-go-text">
              {changeLabel ?? t("checkout:change")}
            </span>
          </button>
        </h2>
      )}
      <div
        ref={content}
        id={id}
        className={open ? "p-4 sm:p-5" : folds ? "hidden" : "hidden p-5 lg:block"}
      >
        <Section
          title={title}
          {...(className === undefined ? {} : { className })}
          action={
            chosen !== null &&
            open && (
              <Button
                variant="plain"
                size="sm"
                data-fold
                aria-expanded
                aria-controls={id}
                aria-label={`${t("checkout:done")}: ${title}`}
                className={`-my-2 -me-3 ${folds ? "" : "lg:hidden"}`}
                onClick={() => steps.close(name)}
              >
                {t("checkout:done")}
              </Button>
            )
          }
        >
          {children}
        </Section>
      </div>
    </Card>
  );
}
