import { useState } from "react";

/** Parts of the checkout that fold, by the name of the field that stands for them. */
export type StepName = "address" | "time" | "coupon" | "method" | "tip";

/**
 * Which steps are unfolded on a phone: one that was asked for, and those in which something is
 * missing or wrong. These stay open once it is right, so that nothing folds while somebody types.
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
