/** The names of the drawings: each is a separate file of the build, so that no script includes it. */
export type DrawingName =
  | "account"
  | "addresses"
  | "favourites"
  | "friends"
  | "notices"
  | "orders"
  | "points"
  | "quotations"
  | "returns"
  | "support"
  | "wallet";

/** A drawing above an empty state's text, in the colours of the shop's pictures. */
export function Drawing({ name }: { name: DrawingName }) {
  return <img src={`/empty-${name}.svg`} alt="" width={160} height={144} />;
}
