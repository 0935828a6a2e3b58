import { lazy, type ReactNode, Suspense } from "react";
import type { Home } from "../../../api/types";
import { spokenIn } from "../../../lib/lang";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { ProductLine } from "../../../shop/products/ProductLine";
import { Card } from "../../../ui/Card";
import { Section } from "../../../ui/Section";
import type { Tint } from "../../../ui/tint";

// Comes for customers we know only.
const EarlierOrders = lazy(() => import("./EarlierOrders"));

type Block = Home["blocks"][number];

/** What most people here buy: the row of the popular, or what the shop puts second; the first has its own place. */
export function usualOf(blocks: readonly Block[]): Block | undefined {
  return blocks.find((one) => one.more.includes("sort=popular")) ?? blocks[1] ?? blocks[0];
}

/** The shop's first row, which stands above the banners; not what stands above it already. */
export function firstOf(blocks: readonly Block[]): Block | undefined {
  const usual = usualOf(blocks);
  return blocks.find((one) => one !== usual);
}

export interface AgainRowProps {
  service: string;
  usual: Block | undefined;
  tint: Tint;
  /** Whether there are earlier orders of this customer, which stand in the others' place. */
  known: boolean;
  onKnown: (known: boolean) => void;
  /** The way to all of what is shown. */
  more: ReactNode;
}

/** What was ordered before, to have it again at a press; what others order, for whom we do not know. */
export function AgainRow({ service, usual, tint, known, onKnown, more }: AgainRowProps) {
  const { t } = useTranslation();
  const { ready, session } = useScope();
  const others = (
    <Line>
      {usual?.products.map((product) => (
        <li key={product.id} className="w-68 shrink-0 snap-start">
          <Card as="article" padding="none" className="flex h-24 flex-col justify-center">
            <ProductLine product={product} tint={tint} />
          </Card>
        </li>
      ))}
    </Line>
  );
  if (!usual && !known) return null;
  return (
    <Section
      className="gap-1"
      title={known || !usual ? t("home:again") : usual.title}
      spoken={known || !usual ? undefined : spokenIn(usual.lang)}
      action={more}
    >
      {ready && session !== "" ? (
        <Suspense fallback={others}>
          <EarlierOrders service={service} fallback={others} onKnown={onKnown} Line={Line} />
        </Suspense>
      ) : (
        others
      )}
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <ul className="scroll-quiet -mx-4 flex h-28 snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pt-1 sm:-mx-6 sm:scroll-px-6 sm:px-6">
      {children}
    </ul>
  );
}
