import { publicList } from "../../../api/query";
import type { Branch } from "../../../api/types";
import type { Scope } from "../../../lib/scope";
import type { Query } from "../../../lib/url";
import { filtersOf, productsList } from "../../../shop/products/api";

/** A section of a branch's menu: one of its categories. */
export type MenuPart = Branch["categories"][number];

/** The number of products that the server renders before the customer scrolls. */
const drawn = 24;

/** The sections that are rendered with the page, and the number of products in each. */
export function drawnFirst(branch: Pick<Branch, "categories">): Map<MenuPart, number> {
  const parts = new Map<MenuPart, number>();
  let left = drawn;
  for (const one of branch.categories) {
    if (left <= 0) break;
    parts.set(one, left);
    left -= one.products;
  }
  return parts;
}

/** Whether `asked`, from a URL, is this category's id or slug. */
export const isCategory = ({ id, slug }: MenuPart, asked: string): boolean =>
  [id, slug].includes(asked);

const holds = (part: MenuPart, category: string): boolean =>
  isCategory(part, category) || part.children.some((one) => holds(one, category));

/** The part of the menu that a category, given by id or slug, is or belongs to. */
export const partOf = (parts: readonly MenuPart[], category: string): MenuPart | undefined =>
  parts.find((one) => holds(one, category));

/** Whether the URL selects a part of the menu: then it is one list instead of sections. */
export function isNarrowed(query: Query): boolean {
  return ["q", "category_id", "sort", "offer", "in_stock", "price_min", "price_max", "page"].some(
    (name) => query.has(name),
  );
}

/** One section's products, the most popular first. */
export const sectionList = (scope: Scope, branch: Branch, category: string) =>
  productsList(scope, {
    service_id: branch.service.id,
    branch_id: branch.id,
    category_id: category,
  });

/** The products that the URL selects, by search words or filters. */
export function narrowedList(scope: Scope, branch: Branch, query: Query) {
  const at = { ...filtersOf(query), service_id: branch.service.id, branch_id: branch.id };
  const page = query.int("page", 1);
  const words = query.get("q");
  return words === ""
    ? productsList(scope, at, page)
    : publicList(scope, "/search", { params: { ...at, q: words }, from: page });
}
