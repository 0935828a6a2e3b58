import type { ReactNode } from "react";
import { paths } from "../lib/paths";
import { Words } from "../lib/words";
import { Link } from "../ui/Link";
import { Picture } from "../ui/Picture";
import type { Tint } from "../ui/tint";
import { VariantName } from "../ui/VariantName";
import { ExtrasLine } from "./extras/ExtrasLine";

export interface ItemLineProps {
  item: {
    product: {
      slug: string;
      name: string;
      image: { src: string; width: number; height: number };
      tint?: Tint;
    };
    variant_name: string | null;
    extras?: readonly { name: string; qty: number }[];
  };
  /** The quantity and the price of each unit. */
  sum: ReactNode;
  /** The line's total; null until it is known. */
  total: string | null;
  children?: ReactNode;
}

/** A line of an order or of a quotation. */
export function ItemLine({ item, sum, total, children }: ItemLineProps) {
  const { slug, name, image, tint } = item.product;
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Picture
        src={image.src}
        alt=""
        width={image.width}
        height={image.height}
        tint={tint}
        className="size-14 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="leading-snug">
          <Link to={paths.product(slug)} look="quiet" className="font-medium">
            <Words>{name}</Words>
          </Link>
          <VariantName>{item.variant_name}</VariantName>
        </p>
        <ExtrasLine extras={item.extras ?? []} />
        <p className="text-sm text-muted">{sum}</p>
        {children}
      </div>
      {total !== null && (
        <p className="text-end tabular-nums">
          <bdi>{total}</bdi>
        </p>
      )}
    </li>
  );
}
