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

/** A row with values that go nowhere is not as good as one that comes in whole. */
export const toneOf = ({ outcome, unplaced }: Pick<ResultRow, "outcome" | "unplaced">) =>
  outcome === "added" && unplaced.length > 0 ? "offer" : outcomeTones[outcome];

/** How it went for the rows together: green only where every one came in. */
export function resultOf(counts: Run["counts"]): "success" | "warning" | "trouble" {
  const { refused = 0, ...others } = counts;
  if (refused === 0) return "success";
  return Object.values(others).some((count) => count > 0) ? "warning" : "trouble";
}

/** Whose results are shown: what would become of it until it has run. */
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

/** A file has a column for each size, and for each group of extras. */
const severalOf = (means: string) => means.startsWith("size_") || means === "extras_of";

/** What the columns mean, changed at one place: the same meaning is nowhere twice. */
export function mapped(columns: readonly string[], at: number, means: string): string[] {
  return columns.map((one, i) => {
    if (i === at) return means;
    return means !== "" && one === means && !severalOf(means) ? "" : one;
  });
}
