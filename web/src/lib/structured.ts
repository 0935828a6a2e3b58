/** Structured data (schema.org) of a page's breadcrumbs: name and path of each step, this page last. */
export function breadcrumbList(
  origin: string,
  steps: readonly (readonly [name: string, path: string])[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}
