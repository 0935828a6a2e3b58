import { type ReactNode, Suspense } from "react";
import type { Home } from "../../../../api/types";
import { spokenIn } from "../../../../lib/lang";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ProductLines } from "../../../../shop/products/ProductRow";
import { RowSection } from "../../../../ui/Row";
import type { Tint } from "../../../../ui/tint";

// Loaded only for signed-in customers.
const EarlierOrders = part(() => import("./EarlierOrders"));

type Block = Home["blocks"][number];

/** The row of popular products, otherwise the shop's second row, or the only one. */
export function usualOf(blocks: readonly Block[]): Block | undefined {
  return blocks.find((one) => one.more.includes("sort=popular")) ?? blocks[1] ?? blocks[0];
}

/** The shop's first row, shown above the banners, except the row that usualOf already uses. */
export function firstOf(blocks: readonly Block[]): Block | undefined {
  const usual = usualOf(blocks);
  return blocks.find((one) => one !== usual);
}

export interface AgainRowProps {
  /** The service in the URL; "" for orders of all services. */
  service: string;
  /** The tint of the page's service: its orders come first. */
  tint: Tint;
  usual: Block | undefined;
  /** The number of earlier orders that replace the popular products; -1 while they are loading. */
  known: number;
  onKnown: (known: number) => void;
  /** The link to all of them. */
  more: ReactNode;
}

/** Earlier orders, to reorder with one press; popular products for customers without any. */
export function AgainRow({ service, tint, usual, known, onKnown, more }: AgainRowProps) {
  const { t } = useTranslation();
  const { ready, session } = useScope();
  const signedIn = ready && session !== "";
  if (!usual && !signedIn) return null;
  return (
    <RowSection
      // The hidden row requests the earlier orders.
      className={usual || known ? undefined : "hidden"}
      title={known || !usual ? t("home:again") : usual.title}
      spoken={known || !usual ? undefined : spokenIn(usual.lang)}
      action={more}
    >
      {(list) => {
        const others = usual && (
          <ProductLines
            list={list}
            products={usual.products}
            stacked
            className="lg:w-[calc((100%-1.5rem)/3)] xl:w-[calc((100%-2.25rem)/4)]"
          />
        );
        return signedIn ? (
          <Suspense fallback={others}>
            <EarlierOrders
              service={service}
              tint={tint}
              fallback={others}
              onKnown={onKnown}
              list={list}
            />
          </Suspense>
        ) : (
          others
        );
      }}
    </RowSection>
  );
}
