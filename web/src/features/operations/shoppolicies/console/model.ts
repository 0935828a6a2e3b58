import type { Body, Data } from "../../../../api/operations";

export type Rules = Data<"GET", "/console/rules">;
export type RulesBody = Body<"PUT", "/console/rules">;
export type Kind = RulesBody["exceptions"][number]["kind"];

export const kinds: readonly Kind[] = ["perishable", "hygiene", "custom", "general"];

/** An exception as typed; `key` identifies its row. */
export interface Exception {
  key: number;
  /** The target, such as "category produce"; empty until it is chosen. */
  about: string;
  name: string;
  as_new_hours: string;
  defective_hours: string;
  kind: Kind;
}

/** The numbers of the form outside the exceptions, as typed. */
export const figures = [
  "worth",
  "life_days",
  "nudge_days",
  "least_convert",
  "as_new_days",
  "defective_days",
  "hold_minutes",
  "tip_most",
  "top_up_least",
  "top_up_most",
  "confirm_first",
  "confirm_lost",
  "cash_step",
] as const;
export type Figure = (typeof figures)[number];

export type RulesDraft = Record<Figure, string> & { exceptions: Exception[] };

export const rulesDraft = (rules: Rules): RulesDraft => ({
  ...(Object.fromEntries(figures.map((name) => [name, String(rules[name])])) as Record<
    Figure,
    string
  >),
  exceptions: rules.exceptions.map((one, key) => ({
    key,
    about: `${one.target} ${one.slug}`,
    name: one.name || one.slug,
    as_new_hours: String(one.as_new_hours),
    defective_hours: String(one.defective_hours),
    kind: one.kind,
  })),
});

export const withException = (all: readonly Exception[]): Exception[] => [
  ...all,
  {
    key: Math.max(-1, ...all.map(({ key }) => key)) + 1,
    about: "",
    name: "",
    as_new_hours: "0",
    defective_hours: "24",
    kind: "perishable",
  },
];

/** An empty number is sent as one below every minimum, so that the server reports an error at its field. */
const typed = (text: string) => text.trim() || "-1";

export function rulesBody(draft: RulesDraft, version: number): RulesBody {
  const { exceptions, ...rest } = draft;
  const sent = Object.fromEntries(figures.map((name) => [name, typed(rest[name])])) as Record<
    Figure,
    string
  >;
  return {
    ...sent,
    exceptions: exceptions.map(({ about, as_new_hours, defective_hours, kind }) => {
      const [target = "", ...slug] = about.split(" ");
      return {
        target: (target || "category") as RulesBody["exceptions"][number]["target"],
        slug: slug.join(" "),
        as_new_hours: typed(as_new_hours),
        defective_hours: typed(defective_hours),
        kind,
      };
    }),
    version,
  };
}
