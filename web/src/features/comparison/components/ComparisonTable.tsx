import { useMemo } from "react";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { AddToCart } from "../../../shop/cart/AddToCart";
import { Heart } from "../../../shop/favourites/Heart";
import { IconButton } from "../../../ui/IconButton";
import { Link } from "../../../ui/Link";
import { Picture } from "../../../ui/Picture";
import type { Compared } from "../api";
import { rowsOf } from "../model";

export interface ComparisonTableProps {
  products: readonly Compared[];
  onlyDifferences: boolean;
  onRemove: (slug: string) => void;
}

const side =
  "sticky start-0 z-10 w-28 min-w-28 bg-card pe-3 text-start align-top text-sm font-medium text-muted sm:w-40 sm:min-w-40";
const column = "min-w-40 px-3 py-2.5 text-start align-top";

/** The table: its first column stays; the products are swiped, or walked by what can be pressed in them. */
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
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
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
                    {one.name}
                  </Link>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id} className={row.differs ? "font-medium" : "text-muted"}>
              <th scope="row" className={`${side} border-t border-line py-2.5`}>
                {row.label}
              </th>
              {row.cells.map((lines, place) => (
                <td
                  key={products[place]?.id ?? place}
                  className={`${column} border-t border-line text-sm`}
                >
                  {lines.length === 0 ? (
                    <span>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t("comparing:none")}</span>
                    </span>
                  ) : (
                    lines.map((line) => (
                      <span key={line} className="block">
                        <bdi>
                          <Words>{line}</Words>
                        </bdi>
                      </span>
                    ))
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={`${side} border-t border-line py-3`}>
              <span className="sr-only">{t("comparing:buy")}</span>
            </th>
            {products.map((one) => (
              <td key={one.id} className={`${column} border-t border-line py-3`}>
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
