import type { ProductCard } from "../../api/types";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { across, Row, type RowList } from "../../ui/Row";
import { ProductLine } from "./ProductLine";

/** The number of lines in a column. */
const deep = 3;

/** The minimum number of products that are shown in columns. */
export const columnsFrom = 2 * deep;

/** Products in columns of lines: more of them are visible, and the page varies from rows of cards. */
export function ProductColumns({
  products,
  showBranch,
  list,
}: {
  products: readonly ProductCard[];
  showBranch: boolean;
  list: RowList;
}) {
  // Full columns only: the remaining products are one press away.
  const columns = Array.from({ length: Math.floor(products.length / deep) }, (_, at) =>
    products.slice(at * deep, (at + 1) * deep),
  );
  return (
    <Row ref={list}>
      {columns.map((column) => (
        <li
          key={column[0]?.id}
          className={cx(
            "w-[86%] shrink-0 snap-start sm:w-80",
            columns.length === 2 ? "md:w-[calc((100%-0.75rem)/2)]" : across(columns.length),
          )}
        >
          <Card padding="none" className="h-full">
            <ul className="divide-y divide-line px-1">
              {column.map((product) => (
                <li key={product.id} className="relative">
                  <ProductLine
                    product={product}
                    {...(showBranch ? { seller: product.store.name } : {})}
                    large
                    roomy
                  />
                </li>
              ))}
            </ul>
          </Card>
        </li>
      ))}
    </Row>
  );
}
