import type { Product, Variant } from "../../../api/types";

export type Choices = Readonly<Record<string, string>>;

/** The variant to show first: the first available one, otherwise the first. */
export function firstVariant(product: Pick<Product, "variants">): Variant | undefined {
  return product.variants.find((one) => one.available) ?? product.variants[0];
}

/** The variant with exactly these choices. */
export function variantOf(
  product: Pick<Product, "variants" | "options">,
  choices: Choices,
): Variant | undefined {
  return product.variants.find((variant) =>
    product.options.every((option) => variant.choices[option.id] === choices[option.id]),
  );
}

/**
 * The choices after selecting `value` of one option: the others are kept if such a variant exists, otherwise they
 * follow the nearest variant that has the new value.
 */
export function choose(
  product: Pick<Product, "variants" | "options">,
  now: Choices,
  option: string,
  value: string,
): Choices {
  const wished = { ...now, [option]: value };
  if (variantOf(product, wished)) return wished;
  const shared = (variant: Variant) =>
    product.options.filter((one) => variant.choices[one.id] === wished[one.id]).length;
  const nearest = product.variants
    .filter((variant) => variant.choices[option] === value)
    .toSorted((a, b) => Number(b.available) - Number(a.available) || shared(b) - shared(a))[0];
  return nearest ? nearest.choices : wished;
}

/** Whether any available variant has this value, whatever else is chosen. */
export function canChoose(
  product: Pick<Product, "variants">,
  option: string,
  value: string,
): boolean {
  return product.variants.some((one) => one.available && one.choices[option] === value);
}

/** The price of each value of an option together with the other choices; nothing if all prices are equal. */
export function pricesOf(
  product: Pick<Product, "variants" | "options">,
  now: Choices,
  option: Product["options"][number],
): (number | undefined)[] | undefined {
  const prices = option.values.map(
    ({ id }) => variantOf(product, choose(product, now, option.id, id))?.price,
  );
  return new Set(prices).size > 1 ? prices : undefined;
}
