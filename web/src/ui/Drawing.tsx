/** What is drawn: each is a file of the build, so that no script carries it. */
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

/** A drawing over words that say there is nothing yet, in the colours of the shop's pictures. */
export function Drawing({ name }: { name: DrawingName }) {
  return <img src={`/empty-${name}.svg`} alt="" width={160} height={144} />;
}
