import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { across, few, Row, type RowList } from "../../ui/Row";
import { ProductCard } from "./ProductCard";
import type { ProductGridProps } from "./ProductGrid";
import { ProductLine } from "./ProductLine";

/** The number of products a phone shows before the row is scrolled. */
const seen = 3;

/** On a phone two and a bit are visible, which shows that the row scrolls. */
const narrow = "w-[max(9.25rem,43vw)] max-w-44 sm:max-w-none";

/** The minimum number that fills a row of cards well; fewer products become lines, three side by side. */
const enough = 4;

/** A row of products that scrolls sideways. */
export function ProductRow({
  products,
  action,
  showBranch = false,
  beside = false,
  eager = 0,
  list,
}: Omit<ProductGridProps, "branch"> & {
  list: RowList;
}) {
  if (products.length < enough) {
    return (
      <ProductLines products={products} list={list} stacked className={across(products.length)} />
    );
  }
  return (
    <Row ref={list} className="sm:gap-4">
      {products.map((product, place) => (
        <li
          key={product.id}
          className={cx(
            narrow,
            "shrink-0 snap-start sm:w-48 lg:w-[calc((100%-4rem)/5)]",
            !beside && "xl:w-[calc((100%-5rem)/6)]",
          )}
        >
          <ProductCard
            product={product}
            action={action(product)}
            showBranch={showBranch}
            eager={place < eager}
          />
        </li>
      ))}
    </Row>
  );
}

/** Products in one line each, side by side. */
export function ProductLines({
  products,
  list,
  branch,
  stacked = false,
  className,
}: Pick<ProductGridProps, "products"> & {
  /** The branch the customer is shopping in. */
  branch?: string;
  list: RowList;
  /** On a phone the picture is above the text, so that more products are visible. */
  stacked?: boolean;
  className: string;
}) {
  // One or two products are placed below each other there.
  const high = stacked && products.length > 2;
  return (
    <Row ref={list} className={`pt-1 ${few(products.length)}`}>
      {products.map((product, place) => (
        <li
          key={product.id}
          className={cx("shrink-0 snap-start", high ? cx(narrow, "sm:w-68") : "w-68", className)}
        >
          <Card
            as="article"
            padding="none"
            pressable
            className="flex h-full min-h-24 flex-col justify-center"
          >
            <ProductLine
              product={product}
              eager={place < seen}
              {...(branch ? { branch } : {})}
              {...(high ? { stacked: true } : {})}
            />
          </Card>
        </li>
      ))}
    </Row>
  );
}
