import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { across, few, Row, type RowList } from "../../ui/Row";
import { ProductCard } from "./ProductCard";
import type { ProductGridProps } from "./ProductGrid";
import { ProductLine } from "./ProductLine";

/** How many of a row a phone shows before it is moved. */
const seen = 3;

/** Two and a bit on a phone: one sees that the row goes on. */
const narrow = "w-[max(9.25rem,43vw)] max-w-44 sm:max-w-none";

/** As many as fill a row of cards well enough; fewer are lines, three beside each other. */
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

/** Products in one line each, beside each other. */
export function ProductLines({
  products,
  list,
  branch,
  stacked = false,
  className,
}: Pick<ProductGridProps, "products"> & {
  /** The branch a customer stands in. */
  branch?: string;
  list: RowList;
  /** On a phone the picture stands above the words, so that more of them are in sight. */
  stacked?: boolean;
  className: string;
}) {
  // One or two stand below each other there.
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
