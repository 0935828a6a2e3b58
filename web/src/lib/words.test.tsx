import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { Words } from "./words";

test("what somebody wrote has the page's figures, and its codes stay in one piece", () => {
  const text = "طلبك W-3QHE-CJA2: 12.5 ج.م.";
  const arabic = renderShop(<Words>{text}</Words>, {
    lang: "ar",
    scope: { figures: "arab" },
  }).container;
  expect(arabic.textContent).toBe("طلبك W-3QHE-CJA2: ١٢٫٥ ج.م.");
  expect(arabic.querySelector("span")?.textContent).toBe("W-3QHE-CJA2");
  const chosen = renderShop(<Words>{text}</Words>, { lang: "ar", scope: { figures: "latn" } });
  expect(chosen.container.textContent).toBe(text);
});
