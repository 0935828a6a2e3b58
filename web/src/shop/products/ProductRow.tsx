import { Card } from "../../ui/Card";
import { across, few, Row, type RowList } from "../../ui/Row";
import { ProductCard } from "./ProductCard";
import type { ProductGridProps } from "./ProductGrid";
import { ProductLine } from "./ProductLine";

/** How many of a row a phone shows before it is moved. */
const seen = 2;

/** As many as fill a row of cards well enough; fewer are lines, three beside each other. */
const enough = 4;

/** A row of products that scrolls sideways. */
export function ProductRow({
  products,
  action,
  showBranch = false,
  eager = 0,
  list,
}: Omit<ProductGridProps, "branch" | "beside"> & {
  list: RowList;
}) {
  if (products.length < enough) {
    return <ProductLines products={products} list={list} className={across(products.length)} />;
  }
  return (
    <Row ref={list} className="sm:gap-4">
      {products.map((product, place) => (
        <li
          key={product.id}
          className="w-40 shrink-0 snap-start sm:w-48 lg:w-[calc((100%-4rem)/5)] xl:w-[calc((100%-5rem)/6)]"
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
  className,
}: Pick<ProductGridProps, "products"> & {
  /** The branch a customer stands in. */
  branch?: string;
  list: RowList;
  className: string;
}) {
  return (
    <Row ref={list} className={`pt-1 ${few(products.length)}`}>
      {products.map((product, place) => (
        <li key={product.id} className={`w-68 shrink-0 snap-start ${className}`}>
          <Card
            as="article"
            padding="none"
            pressable
            className="flex h-full min-h-24 flex-col justify-center"
          >
            <ProductLine product={product} eager={place < seen} {...(branch ? { branch } : {})} />
          </Card>
        </li>
      ))}
    </Row>
  );
}
