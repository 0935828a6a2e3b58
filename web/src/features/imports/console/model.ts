import type { Phase, Run } from "./api";

export const underWay = (state: Run["state"]) =>
  state === "checking" || state === "running" || state === "undoing";

export const tones = {
  uploaded: "offer",
  checking: "offer",
  checked: "offer",
  running: "offer",
  done: "go",
  stopped: "neutral",
  failed: "trouble",
  undoing: "offer",
  undone: "neutral",
} as const;

export const outcomeTones = {
  added: "go",
  changed: "offer",
  same: "neutral",
  refused: "trouble",
  left: "trouble",
} as const;

/** Whose results are shown: what would become of it until it has run. */
export function phaseOf({ state }: Pick<Run, "state">): Phase | null {
  switch (state) {
    case "uploaded":
      return null;
    case "checking":
    case "checked":
      return "check";
    case "undone":
      return "undo";
    default:
      return "run";
  }
}

/** What the columns mean, changed at one place: the same meaning is nowhere twice. */
export function mapped(columns: readonly string[], at: number, means: string): string[] {
  return columns.map((one, i) => {
    if (i === at) return means;
    return means !== "" && one === means ? "" : one;
  });
}
