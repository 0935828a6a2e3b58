import type { ShopWindow as WindowData } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { BranchName } from "../../../../shop/branches/BranchName";
import { BranchRating } from "../../../../shop/branches/BranchRating";
import { TileFacts } from "../../../../shop/branches/TileFacts";
import { cx } from "../../../../ui/cx";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { Price } from "../../../../ui/Price";
import { tintGround } from "../../../../ui/tint";

/** A branch as a shop window: its name, its delivery time, and some of its products. */
export function ShopWindow({ window, eager }: { window: WindowData; eager: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { branch, tint, products } = window;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card bg-card shadow-soft">
      <div
        className={cx(
          "relative flex items-center gap-3 px-3 py-2.5 transition-shadow hover:brightness-98",
          tintGround[tint],
        )}
      >
        <Picture
          src={branch.image.src}
          name={branch.name}
          alt=""
          width={branch.image.width}
          height={branch.image.height}
          tint="none"
          eager={eager}
          className="size-14 shrink-0 bg-card"
        />
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 leading-7 font-semibold text-balance">
            <Link to={paths.branch(branch.slug)} look="cover">
              <BranchName name={branch.name} />
            </Link>
          </h3>
          {branch.delivers === null && !branch.is_closed ? (
            // Without a place the delivery time is not known.
            <div className="flex flex-wrap items-center gap-x-3 text-sm leading-7 text-muted">
              <p>
                {branch.closes_at
                  ? t("branches:open_until", { time: format.time(Date.parse(branch.closes_at)) })
                  : t("branches:all_day")}
              </p>
              <BranchRating branch={branch} />
            </div>
          ) : (
            <TileFacts branch={branch} />
          )}
        </div>
      </div>
      <ul className="grid grid-cols-3 gap-2 p-2.5 min-[600px]:grid-cols-4 md:grid-cols-3">
        {products.map((product, place) => (
          <li
            key={product.id}
            className={cx("relative min-w-0", place === 3 && "hidden min-[600px]:block md:hidden")}
          >
            <Picture
              src={product.image.src}
              srcset={product.image.srcset}
              sizes="(min-width: 600px) 9rem, 30vw"
              name={product.name}
              alt=""
              width={product.image.width}
              height={product.image.height}
              tint={tint}
              eager={eager}
            />
            <Price
              size="sm"
              className="mt-1.5"
              price={format.price(product.price, "EGP", product.unit_grams)}
              prefix={product.price_varies ? t("catalog:from") : undefined}
            />
            <p className="line-clamp-2 text-sm leading-7">
              <Link to={`${paths.product(product.slug)}?branch_id=${branch.id}`} look="cover">
                <Words>{product.name}</Words>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </article>
  );
}
