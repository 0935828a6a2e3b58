import type { Product } from "../../../api/types";
import { paths } from "../../../lib/paths";
import { breadcrumbList } from "../../../lib/structured";

/** The structured data of a product for search engines. */
export function structured(product: Product, origin: string) {
  const path = paths.product(product.slug);
  return [
    {
      "@context": "https://schema.org",
      "@type": "Product",
      name: product.name,
      description: product.description,
      image: product.images.map((one) => origin + one.src),
      category: product.category.name,
      offers: {
        "@type": "Offer",
        price: product.price,
        priceCurrency: product.currency,
        ...(product.unit_grams > 0
          ? {
              priceSpecification: {
                "@type": "UnitPriceSpecification",
                price: product.price,
                priceCurrency: product.currency,
                unitCode: "KGM",
              },
            }
          : {}),
        availability: `https://schema.org/${product.available ? "InStock" : "OutOfStock"}`,
        url: origin + path,
        seller: { "@type": "Organization", name: product.branch.name },
      },
      ...(product.rating.count > 0
        ? {
            aggregateRating: {
              "@type": "AggregateRating",
              ratingValue: product.rating.average,
              ratingCount: product.rating.count,
            },
          }
        : {}),
    },
    breadcrumbList(origin, [
      [product.service.name, `${paths.home}?service_id=${product.service.slug}`],
      ...product.breadcrumbs.map((one) => [one.name, paths.category(one.slug)] as const),
      [product.name, path],
    ]),
  ];
}
