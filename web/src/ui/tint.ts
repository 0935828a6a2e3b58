/** Muted backgrounds that distinguish kinds of items, never by colour alone. */
export type Tint =
  | "neutral"
  | "food"
  | "grocery"
  | "general"
  | "plum"
  | "sand"
  | "sea"
  | "card"
  | "none";

export const tintGround: Record<Tint, string> = {
  neutral: "bg-tint",
  food: "bg-tint-food",
  grocery: "bg-tint-grocery",
  general: "bg-tint-general",
  plum: "bg-tint-plum",
  sand: "bg-tint-sand",
  sea: "bg-tint-sea",
  card: "bg-card",
  none: "",
};
