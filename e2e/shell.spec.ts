/** The frame around every page: one line in the header, one stack at the bottom, and nothing that jumps. */
import { grocery, maadi, plenty, sentOut, staffApi } from "./support/api";
import { sumOf, watchShifts } from "./support/shifts";
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, settled, test } from "./support/test";

test("a phone has one line at the head and one stack at the foot", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, lang, look }) => {
  const shifts = await watchShifts(page);
  await api.add(plenty, 1);
  await beAt(page, api);
  await page.addInitScript(
    (token) => localStorage.setItem("cart_token", token),
    api.cartToken ?? "",
  );
  for (const address of [
    "/home?service_id=grocery",
    "/search-results?service_id=grocery",
    `/branches/${grocery.slug}`,
  ]) {
    await open(page, address);
    const cart = page.getByRole("region", { name: say("cart:bar") });
    await expect(cart).toBeVisible();
    await settled(page);
    const head = await page.getByRole("banner").boundingBox();
    expect(head?.height, address).toBeLessThanOrEqual(56);
    const places = page.getByRole("navigation", { name: say("shell:nav.label") });
    const [bar, foot] = [await cart.boundingBox(), await places.boundingBox()];
    expect(foot && foot.y + foot.height).toBe(844);
    expect(bar && foot && bar.y + bar.height).toBeLessThanOrEqual((foot?.y ?? 0) + 1);
    expect(sumOf(await shifts()), `${address} moved`).toBeLessThan(0.02);
  }
  await look("shell");
  // The field and the keyboard are one tap away.
  await page
    .getByRole("navigation", { name: say("shell:nav.label") })
    .getByRole("link", { name: say("shell:nav.search") })
    .click();
  const box = page.getByRole("combobox", { name: say("search:label") });
  await expect(box).toBeFocused();
  expect((await box.boundingBox())?.width).toBeGreaterThan(200);
  await expect(page.getByRole("heading", { name: say("search:popular") })).toBeVisible();
  await look("search-empty");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: say("search:popular") })).toBeHidden();
  // A narrow phone shows the whole area, and as much of the street as fits.
  const area = lang === "en" ? "New Cairo (Fifth Settlement)" : "القاهرة الجديدة (التجمع الخامس)";
  await beAt(page, api, { name: `${area}, 14 Road 9` });
  const widths: number[] = [];
  for (const [width, address] of [
    [360, "/home"],
    [360, "/cart"],
    [360, "/checkout"],
    [320, "/cart"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await open(page, address);
    const banner = page.getByRole("banner");
    const place = banner.getByRole("button", { name: area });
    const shown = await place.locator(".line-clamp-2").boundingBox();
    const [left, top, right, bottom] = await place
      .getByText(area, { exact: true })
      .evaluate((text) => {
        const box = text.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom];
      });
    if (!shown) throw new Error("the head names no place");
    expect(left, address).toBeGreaterThanOrEqual(shown.x - 1);
    expect(right, address).toBeLessThanOrEqual(shown.x + shown.width + 1);
    expect(top, address).toBeGreaterThanOrEqual(shown.y - 1);
    expect(bottom, address).toBeLessThanOrEqual(shown.y + shown.height + 4);
    expect((await banner.boundingBox())?.height, address).toBeLessThanOrEqual(56);
    widths.push((await place.boundingBox())?.width ?? 0);
    // One tap leads to the search: at the bottom, or where there is no bar, in the header.
    const atFoot = await page.getByRole("navigation", { name: say("shell:nav.label") }).count();
    expect(atFoot, address).toBe(address === "/home" ? 1 : 0);
    if (atFoot === 0) {
      await banner.getByRole("combobox", { name: say("search:label") }).tap();
      await expect(banner.getByRole("combobox", { name: say("search:label") })).toBeFocused();
      expect((await box.boundingBox())?.width).toBeGreaterThan(200);
    }
  }
  // Where the bottom bar has the search, the header gives that space to the place.
  const [atHome = 0, inCart = 0] = widths;
  expect(atHome).toBeGreaterThan(inCart + 40);
  // On tablets the field's placeholder is still complete.
  await open(page, `/branches/${grocery.slug}`);
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const room = await box.evaluate((field: HTMLInputElement) => {
      const look = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) return -1;
      pen.font = look.font;
      const inside =
        field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
      return inside - pen.measureText(field.placeholder).width;
    });
    expect(room, `the search's words at ${width}`).toBeGreaterThanOrEqual(0);
  }
});

test("the way of an order that is brought stands below the code, or has no place, and nothing moves", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, request, say, api, phone, lang, look }) => {
  const shifts = await watchShifts(page);
  const pinned = await readyCustomer(page, api, phone);
  const { lat, lng } = await api.district(maadi.district);
  const { id: unpinned } = await api.addAddress({ lat, lng });
  const staff = await staffApi(request, lang);
  for (const address of [pinned, unpinned]) {
    if (address === unpinned) await api.add(plenty, 1);
    const order = await sentOut(api, staff, address);
    await open(page, `/account/my-orders/${order}`);
    const door = page.getByRole("region", { name: say("orders:door") });
    await expect(door).toBeVisible();
    const map = page.getByRole("img", { name: say.part("orders:way_label") });
    if (address === pinned) {
      await expect(map).toBeInViewport();
      const [way, code] = [await map.boundingBox(), await door.boundingBox()];
      expect(way && code && code.y + code.height).toBeLessThan(way?.y ?? 0);
    }
    await settled(page);
    await expect(map).toHaveCount(address === pinned ? 1 : 0);
    const moved = (await shifts()).filter(({ byFont }) => !byFont);
    expect(sumOf(moved), JSON.stringify(moved)).toBeLessThan(0.01);
    await look(address === pinned ? "order-way" : "order-no-way");
  }
});

test("what is chosen to be compared is no third bar on a phone", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, look }) => {
  await api.add(plenty, 1);
  await beAt(page, api);
  await page.addInitScript(
    ([token, chosen]) => {
      localStorage.setItem("cart_token", token ?? "");
      localStorage.setItem("comparison", chosen ?? "");
    },
    [
      api.cartToken ?? "",
      JSON.stringify([
        { slug: "turmeric", name: "turmeric", src: "/favicon.svg", service: grocery.service },
      ]),
    ] as const,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of [
    "/home?service_id=grocery",
    "/search-results?service_id=grocery",
    `/branches/${grocery.slug}`,
  ]) {
    await open(page, address);
    const cart = page.getByRole("region", { name: say("cart:bar") });
    await expect(cart.getByRole("button", { name: say.part("comparison:open") })).toBeVisible();
    await expect(page.getByRole("region", { name: say("comparison:bar") })).toBeHidden();
    await settled(page);
    expect(740 - ((await cart.boundingBox())?.y ?? 0), address).toBeLessThanOrEqual(130);
    // Nothing is cut off at the page's edge or within its own button.
    const cut = await cart.evaluate((bar) =>
      [...bar.querySelectorAll("a, button")].some(
        (one) =>
          one.scrollWidth > one.clientWidth ||
          one.getBoundingClientRect().left < 0 ||
          one.getBoundingClientRect().right > innerWidth,
      ),
    );
    expect(cut, address).toBe(false);
  }
  await look("shell-comparison");
  await page
    .getByRole("region", { name: say("cart:bar") })
    .getByRole("button", { name: say.part("comparison:open") })
    .click();
  await expect(page.getByRole("dialog", { name: say("comparing:title") })).toBeVisible();
});

test("every page of the account has its way back", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, phone }) => {
  await api.signIn(phone, "Laila");
  await beAt(page, api);
  for (const name of [
    "my-orders",
    "my-quotations",
    "return-orders",
    "my-favourites",
    "my-wallet",
    "loyalty-points",
    "referral-program",
    "my-address",
    "my-address/add-address",
    "profile",
    "profile/change-password",
    "support",
    "contact-us",
    "information/faq",
    "preferences",
    "notifications",
  ]) {
    await open(page, `/account/${name}`);
    const parent = name.includes("/") && !name.startsWith("information") ? name.split("/")[0] : "";
    const back = page
      .getByRole("main")
      .locator(`a[href$="/account${parent && `/${parent}`}"], nav a[href$="/account/${name}"]`);
    await expect(back.filter({ visible: true }).first(), name).toBeVisible();
  }
});

test("the search is a form before any script", { tag: "@ar-phone" }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto("/ar/home");
  const box = page.getByRole("combobox");
  await box.click();
  expect((await box.boundingBox())?.width).toBeGreaterThan(200);
  await box.fill("سكر");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/ar\/search-results\?q=/);
  await context.close();
});
