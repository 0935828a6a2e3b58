import type { Phase, ResultRow, Run } from "./api";

export const underWay = (state: Run["state"]) =>
  state === "checking" || state === "running" || state === "undoing" || state === "redoing";

export const tones = {
  uploaded: "offer",
  checking: "offer",
  checked: "offer",
  running: "offer",
  done: "good",
  stopped: "neutral",
  failed: "trouble",
  undoing: "offer",
  undone: "neutral",
  redoing: "offer",
} as const;

const outcomeTones = {
  added: "good",
  changed: "offer",
  same: "neutral",
  refused: "trouble",
  left: "trouble",
} as const;

/** A row with values that could not be placed is not shown as a complete success. */
export const toneOf = ({ outcome, unplaced }: Pick<ResultRow, "outcome" | "unplaced">) =>
  outcome === "added" && unplaced.length > 0 ? "offer" : outcomeTones[outcome];

/** The overall result of the rows: success only if every one was imported. */
export function resultOf(counts: Run["counts"]): "success" | "warning" | "trouble" {
  const { refused = 0, ...others } = counts;
  if (refused === 0) return "success";
  return Object.values(others).some((count) => count > 0) ? "warning" : "trouble";
}

/** The phase whose results are shown: the predicted ones until the import has run. */
export function phaseOf({
  state,
  turns = 0,
  left = 0,
}: Partial<Pick<Run, "turns" | "left">> & Pick<Run, "state">): Phase | null {
  switch (state) {
    case "uploaded":
      return null;
    case "checking":
    case "checked":
      return "check";
    case "undone":
      return "undo";
    case "done":
    case "stopped":
      return turns > 0 && left > 0 ? "redo" : "run";
    default:
      return "run";
  }
}

/** A file has one column for each size, and for each group of extras. */
const severalOf = (means: string) => means.startsWith("size_") || means === "extras_of";

/** The columns' meanings after one change: no other column keeps the same meaning. */
export function mapped(columns: readonly string[], at: number, means: string): string[] {
  return columns.map((one, i) => {
    if (i === at) return means;
    return means !== "" && one === means && !severalOf(means) ? "" : one;
  });
}
