import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../../../../testing/shop";
import { BannerRow } from "./BannerRow";

test("a text that is there in the other language only says so, each by itself", () => {
  renderShop(
    <BannerRow
      banners={[
        {
          id: "ban_1",
          lang: "ar",
          title: "للعيد",
          text_lang: "en",
          text: "Sweets",
          action_lang: "ar",
          action: "شوف",
          image: { src: "/media/1.webp", srcset: "", width: 256, height: 256 },
          link: "/home",
          tint: "food",
        },
      ]}
    />,
  );
  const title = screen.getByRole("heading", { name: "للعيد" });
  expect([title.lang, title.dir]).toEqual(["ar", "rtl"]);
  const text = screen.getByText("Sweets");
  expect([text.lang, text.dir]).toEqual(["en", "ltr"]);
  const action = screen.getByText("شوف");
  expect([action.lang, action.dir]).toEqual(["ar", "rtl"]);
});
