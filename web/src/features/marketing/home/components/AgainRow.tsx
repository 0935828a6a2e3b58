import { type ReactNode, Suspense } from "react";
import type { Home } from "../../../../api/types";
import { spokenIn } from "../../../../lib/lang";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ProductLines } from "../../../../shop/products/ProductRow";
import { RowSection } from "../../../../ui/Row";
import type { Tint } from "../../../../ui/tint";

// Comes for customers we know only.
const EarlierOrders = part(() => import("./EarlierOrders"));

type Block = Home["blocks"][number];

/** What most people here buy: the row of the popular, or what the shop puts second, or the only one. */
export function usualOf(blocks: readonly Block[]): Block | undefined {
  return blocks.find((one) => one.more.includes("sort=popular")) ?? blocks[1] ?? blocks[0];
}

/** The shop's first row, which stands above the banners; not what stands above it already. */
export function firstOf(blocks: readonly Block[]): Block | undefined {
  const usual = usualOf(blocks);
  return blocks.find((one) => one !== usual);
}

export interface AgainRowProps {
  /** The service somebody asked for; "" for orders of all. */
  service: string;
  /** Of the service that the page shows: its orders stand first. */
  tint: Tint;
  usual: Block | undefined;
  /** How many earlier orders of this customer stand in the others' place; -1 while they are on their way. */
  known: number;
  onKnown: (known: number) => void;
  /** The way to all of what is shown. */
  more: ReactNode;
}

/** What was ordered before, to have it again at a press; what others order, for whom we do not know. */
export function AgainRow({ service, tint, usual, known, onKnown, more }: AgainRowProps) {
  const { t } = useTranslation();
  const { ready, session } = useScope();
  const signedIn = ready && session !== "";
  if (!usual && !signedIn) return null;
  return (
    <RowSection
      // Earlier orders are asked for in it.
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
