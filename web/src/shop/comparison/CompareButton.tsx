import type { ProductCard } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useStore } from "../../lib/useStore";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { tellCart } from "../cart/notification";
import { type Chosen, chosenStore, most, none, toggle } from "./chosen";

export interface CompareButtonProps {
  product: Pick<ProductCard, "slug" | "name" | "image">;
  /** A picture on cards, words on the product's own page. */
  words?: boolean;
}

/** Puts a product beside others, or takes it away again. */
export function CompareButton({ product, words = false }: CompareButtonProps) {
  const { t } = useTranslation();
  const chosen = useStore(chosenStore, none);
  const pressed = chosen.some(({ slug }) => slug === product.slug);
  const one: Chosen = { slug: product.slug, name: product.name, src: product.image.src };
  function press() {
    if (!toggle(one)) tellCart({ text: t("comparison:full", { count: most }), tone: "trouble" });
  }
  if (words) {
    return (
      <Button icon="compare" size="sm" variant="plain" aria-pressed={pressed} onClick={press}>
        {t(pressed ? "comparison:taken" : "comparison:take")}
      </Button>
    );
  }
  return (
    <IconButton
      icon="compare"
      look="card"
      label={t("comparison:compare", { name: product.name })}
      aria-pressed={pressed}
      onClick={press}
      className={pressed ? "bg-go-soft text-go-text" : ""}
    />
  );
}
