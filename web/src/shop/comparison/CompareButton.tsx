import type { ProductCard } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useStore } from "../../lib/useStore";
import { Button } from "../../ui/Button";
import { tellCart } from "../cart/notification";
import { type Chosen, chosenStore, most, toggle } from "./chosen";

export interface CompareButtonProps {
  product: Pick<ProductCard, "slug" | "name" | "image" | "service">;
}

/** Adds a product to the comparison, or removes it. */
export function CompareButton({ product }: CompareButtonProps) {
  const { t } = useTranslation();
  const chosen = useStore(chosenStore);
  const pressed = chosen.some(({ slug }) => slug === product.slug);
  const one: Chosen = {
    slug: product.slug,
    name: product.name,
    src: product.image.src,
    service: product.service.id,
  };
  function press() {
    if (!toggle(one)) tellCart({ text: t("comparison:full", { count: most }), tone: "trouble" });
  }
  return (
    <Button icon="compare" size="sm" variant="plain" aria-pressed={pressed} onClick={press}>
      {t(pressed ? "comparison:taken" : "comparison:take")}
    </Button>
  );
}
