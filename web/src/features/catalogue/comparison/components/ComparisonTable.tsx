import { type CSSProperties, useMemo } from "react";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { Heart } from "../../../../shop/favourites/Heart";
import { cx } from "../../../../ui/cx";
import { IconButton } from "../../../../ui/IconButton";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import type { Compared } from "../api";
import { rowsOf } from "../model";

export interface ComparisonTableProps {
  products: readonly Compared[];
  onlyDifferences: boolean;
  onRemove: (slug: string) => void;
}

const side =
  "sticky start-0 z-10 bg-card text-start align-top text-sm font-medium text-muted max-sm:col-span-full max-sm:justify-self-start sm:w-40 sm:min-w-40 sm:pe-3";
const column = "px-3 text-start align-top max-sm:px-0 sm:min-w-40 sm:py-2.5";
// On phones every row is a grid: its label is above the products, which share the width.
const line =
  "max-sm:grid max-sm:min-w-[calc(var(--products)*9.5rem)] max-sm:grid-cols-[repeat(var(--products),minmax(0,1fr))] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-t max-sm:border-line max-sm:py-2.5";
const ruled = "sm:border-t sm:border-line";

/**
 * The table of the comparison. The products' names stay visible; if there are more products than fit, the table scrolls
 * by swipe, or as the focus moves through its controls.
 */
export function ComparisonTable({ products, onlyDifferences, onRemove }: ComparisonTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = useMemo(() => rowsOf(products, t, format), [products, t, format]);
  const shown = onlyDifferences ? rows.filter((row) => row.differs) : rows;
  return (
    <section
      aria-label={t("comparing:table")}
      className="scroll-quiet -mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6"
    >
      <table
        className="w-full border-separate border-spacing-0 max-sm:block"
        style={{ "--products": products.length } as CSSProperties}
      >
        <thead className="max-sm:block">
          <tr className={cx(line, "max-sm:border-t-0")}>
            <th scope="col" className={side}>
              <span className="sr-only">{t("comparing:what")}</span>
            </th>
            {products.map((one) => (
              <th key={one.id} scope="col" className={`${column} font-normal`}>
                <div className="flex flex-col gap-2">
                  <div className="relative">
                    <Picture
                      src={one.image.src}
                      alt=""
                      width={one.image.width}
                      height={one.image.height}
                      tint={one.tint}
                      className="w-full max-w-44"
                    />
                    <IconButton
                      icon="close"
                      look="card"
                      label={t("comparing:remove", { name: one.name })}
                      onClick={() => onRemove(one.slug)}
                      className="absolute end-1 top-1"
                    />
                    <Heart
                      kind="product"
                      id={one.id}
                      name={one.name}
                      look="card"
                      className="absolute start-1 top-1"
                    />
                  </div>
                  <Link
                    to={paths.product(one.slug)}
                    look="quiet"
                    className="line-clamp-2 min-h-6 leading-snug font-medium"
                  >
                    <Isolate>{one.name}</Isolate>
                  </Link>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {shown.map((row) => (
            <tr key={row.id} className={cx(line, row.differs ? "font-medium" : "text-muted")}>
              <th scope="row" className={cx(side, ruled, "sm:py-2.5")}>
                {row.label}
              </th>
              {row.cells.map((lines, place) => (
                <td key={products[place]?.id ?? place} className={cx(column, ruled, "text-sm")}>
                  {lines.length === 0 ? (
                    <span>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t("comparing:none")}</span>
                    </span>
                  ) : (
                    <Lines of={lines} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="max-sm:block">
          <tr className={line}>
            <th scope="row" className={cx(side, ruled, "sm:py-3")}>
              <span className="sr-only">{t("comparing:buy")}</span>
            </th>
            {products.map((one) => (
              <td key={one.id} className={cx(column, ruled, "sm:py-3")}>
                <AddToCart product={one} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {onlyDifferences && shown.length === 0 && (
        <p className="py-6 text-center text-muted">{t("comparing:same")}</p>
      )}
    </section>
  );
}

/** A product's cell in a row: one value, or a list of several. */
function Lines({ of }: { of: readonly string[] }) {
  const words = (text: string) => (
    <bdi>
      <Words>{text}</Words>
    </bdi>
  );
  const [only = ""] = of;
  if (of.length === 1) return words(only);
  return (
    <ul className="flex flex-col gap-1">
      {of.map((text) => (
        <li key={text}>{words(text)}</li>
      ))}
    </ul>
  );
}
