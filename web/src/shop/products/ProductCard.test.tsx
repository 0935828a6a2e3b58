import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { product } from "../../testing/product";
import { renderShop } from "../../testing/shop";
import { ProductCard } from "./ProductCard";

test("what one buys is said where the shop says it", () => {
  for (const pack of ["1 piece", ""]) {
    const { unmount } = renderShop(<ProductCard product={{ ...product, pack, choices: 1 }} />);
    expect(screen.queryByText("1 piece") !== null).toBe(pack !== "");
    unmount();
  }
});

test("a branch that does not reach the customer is said before anything is added", () => {
  const far = renderShop(<ProductCard product={product} showBranch />, {
    lang: "ar",
    scope: { figures: "arab" },
  });
  expect(screen.getByText("لا توصيل إلى منطقتك")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "مياه عبوة ٦" })).toBeTruthy();
  far.unmount();
  for (const delivers of [true, null]) {
    const near = { ...product, branch: { ...product.branch, delivers } };
    const { unmount } = renderShop(<ProductCard product={near} showBranch />, { lang: "ar" });
    expect(screen.queryByText("لا توصيل إلى منطقتك")).toBeNull();
    unmount();
  }
});

test("what a closed branch sells says when it opens, where the branch is named", () => {
  const later = {
    ...product,
    branch: {
      ...product.branch,
      delivers: true,
      is_closed: true,
      opens_at: "2026-11-26T07:00:00Z",
    },
  };
  renderShop(<ProductCard product={later} showBranch />);
  expect(screen.getByText(/^Closed, opens .*9:00/)).toBeTruthy();
});

test("the choices after a pack never get in between its words", () => {
  const shirt = { ...product, pack: "أبيض، M", unit: "قميص", choices: 6 };
  renderShop(<ProductCard product={shirt} showBranch />, { lang: "ar" });
  const pack = screen.getByText("أبيض، M");
  expect(pack.tagName).toBe("BDI");
  expect(pack.closest("p")?.textContent).toBe("أبيض، M · 6 خيارات");
});

test("where the branch is named, how soon it comes stands beside it", () => {
  const soon = (branch: Partial<typeof product.branch>, showBranch = true) => {
    const at = { ...product, branch: { ...product.branch, delivers: true, ...branch } };
    const { unmount, container } = renderShop(
      <ProductCard product={at} {...(showBranch ? { showBranch } : {})} />,
    );
    const text = container.textContent ?? "";
    unmount();
    return text;
  };
  expect(soon({ delivery_minutes: 45 })).toContain("البقالة 45 minutes");
  expect(soon({ promise_days: 2 })).toContain("البقالة 2 days");
  expect(soon({})).not.toMatch(/minute|day/);
  expect(soon({ delivery_minutes: 45 }, false)).not.toContain("45 minutes");
});
