import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { Apart, Isolate, Words } from "./words";

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

test("what was typed in ١٢ stands in the page's 12", () => {
  const typed = "12 شارع ٩، بجوار عمارة ١٬٢٠٠";
  const shown = (figures: "arab" | "latn") =>
    renderShop(<Words>{typed}</Words>, { lang: "ar", scope: { figures } }).container.textContent;
  expect(shown("latn")).toBe("12 شارع 9، بجوار عمارة 1,200");
  expect(shown("arab")).toBe("١٢ شارع ٩، بجوار عمارة ١٬٢٠٠");
});

test("what stands in a line with others is kept apart from them, in the page's direction", () => {
  const { container } = renderShop(
    <p>
      <Apart>أبيض، M</Apart> · 6 خيارات
    </p>,
    { lang: "ar" },
  );
  const apart = container.querySelector("p > span");
  expect(apart?.textContent).toBe("أبيض، M");
  expect(apart?.className).toBe("[unicode-bidi:isolate]");
  expect(apart?.hasAttribute("dir")).toBe(false);
});

test("a text of the other direction is isolated, one of the page's is not", () => {
  const shown = (lang: "en" | "ar", text: string) =>
    renderShop(<Isolate>{text}</Isolate>, { lang }).container.querySelector("bdi")?.textContent;
  expect(shown("ar", "7 Stars cola 330 ml")).toBe("7 Stars cola 330 ml");
  expect(shown("ar", "شاي العروسة 250 جم")).toBeUndefined();
  expect(shown("en", "شاي العروسة")).toBe("شاي العروسة");
  expect(shown("en", "7 Stars cola 330 ml")).toBeUndefined();
});
