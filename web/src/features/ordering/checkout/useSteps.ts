import { useState } from "react";

/** The steps of the checkout that fold, named by their main field. */
export type StepName = "address" | "time" | "coupon" | "method" | "tip";

/**
 * The steps that are unfolded on a phone: the one that was opened, and those with missing or wrong input. The latter
 * stay open once they are right, so that nothing folds during typing.
 */
export function useSteps(wrong: readonly StepName[]) {
  const [opened, setOpened] = useState(wrong);
  const [moved, setMoved] = useState<{ step: StepName } | null>(null);
  if (wrong.some((step) => !opened.includes(step))) {
    setOpened([...new Set([...opened, ...wrong])]);
  }
  return {
    isOpen: (step: StepName) => opened.includes(step),
    open: (step: StepName) => {
      setOpened([...new Set([...wrong, step])]);
      setMoved({ step });
    },
    close: (step: StepName) => {
      setOpened(opened.filter((one) => one !== step));
      setMoved({ step });
    },
    /** The step that was opened or folded last. */
    moved,
  };
}
