/** The delivery location: the picker, its options, its refusals, and the pages that require it. */
import { maadi, plenty } from "./support/api";
import { alive, open, pickDistrict } from "./support/shop";
import { expect, test } from "./support/test";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

test(
  "pages that need a place are there all the same, with the picker over them",
  pair,
  async ({ page, say }) => {
    const picker = page.getByRole("dialog", { name: say("places:title") });
    for (const address of [
      "/home",
      "/branches/souq-ganayen-maadi",
      "/categories/pizza",
      "/cart",
      "/checkout",
      "/account/my-orders",
    ]) {
      expect(await open(page, address), address).toBe(200);
      await expect(picker, address).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(address);
    }
    for (const address of [
      "/",
      "/search-results?q=milk",
      "/branches-results",
      "/account",
      "/account/my-address",
      "/information/privacy",
    ]) {
      expect(await open(page, address), address).toBe(200);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(picker, address).toHaveCount(0);
    }
  },
);

test(
  "a customer without a place: the picker over what needs one, and over nothing else",
  pair,
  async ({ page, say, api, phone, baseURL }) => {
    test.slow();
    await api.signIn(phone, api.lang === "ar" ? "ليلى حسن" : "Laila Hassan");
    const onNewBrowser = async () => {
      await page.context().clearCookies();
      await page
        .context()
        .addCookies([{ name: "token", value: api.token ?? "", url: baseURL ?? "" }]);
    };
    await onNewBrowser();
    const picker = page.getByRole("dialog", { name: say("places:title") });
    for (const path of [
      "/blogs",
      "/cart",
      "/checkout",
      "/account/my-orders",
      "/account/my-quotations",
      "/account/return-orders",
      "/account/my-favourites",
      "/account/my-wallet",
      "/account/loyalty-points",
      "/account/referral-program",
    ]) {
      expect(await open(page, path), path).toBe(200);
      await expect(picker, path).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    const { id } = await api.addAddress({ is_default: true });
    await api.add(plenty, 1);
    const { order } = await api.placeOrder(id);
    // A customer with a default address has a place.
    for (const path of [
      `/account/my-orders/${order.id}`,
      `/account/my-orders/rate/${order.id}`,
      `/account/my-orders/return/${order.id}`,
      "/account/my-orders",
    ]) {
      await onNewBrowser();
      expect(await open(page, path), path).toBe(200);
      await expect
        .poll(async () => {
          const cookies = await page.context().cookies();
          return cookies.find(({ name }) => name === "address_id")?.value;
        }, path)
        .toBe(id);
      await expect(picker, path).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await onNewBrowser();
    for (const path of [
      "/account",
      "/account/my-address",
      "/account/my-address/add-address",
      `/account/my-address/edit-address/${id}`,
      "/account/profile",
      "/account/profile/change-password",
      "/account/support",
      "/account/contact-us",
      "/contact-us",
      "/account/preferences",
      "/preferences",
      "/account/information/terms",
      "/information/terms",
    ]) {
      expect(await open(page, path), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
      await expect(picker, path).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  },
);

test(
  "while the picker is open nothing behind it can be reached, and leaving it gives the focus back",
  pair,
  async ({ page, say, api, look }) => {
    const here = await api.district(maadi.district);
    await open(page, "/");
    const choose = page.getByRole("button", { name: say("landing:choose_place") });
    await choose.focus();
    await page.keyboard.press("Enter");
    const picker = page.getByRole("dialog", { name: say("places:title") });
    await expect(picker.getByRole("button", { name: here.name, exact: true })).toBeVisible();
    await look("location-picker");
    await expect(choose.click({ trial: true, timeout: 500 })).rejects.toThrow(
      /intercepts pointer events|Timeout/,
    );
    // Moves through all of its controls twice: the focus must be in the dialog or in the browser's
    // toolbars.
    const steps = 2 * (await picker.locator("button, input, a").count());
    for (let step = 0; step < steps; step++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest("dialog") !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(picker).toBeHidden();
    await expect(choose).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(picker).toBeVisible();
    // The backdrop above the sheet and next to the card.
    await page.mouse.click(5, 5);
    await expect(picker).toBeHidden();
  },
);

test("a district nobody serves yet", pair, async ({ page, say, api, lang, look }) => {
  const marg = await api.district("el-marg");
  expect(marg.served).toBe(false);
  await open(page, "/home");
  const picker = page.getByRole("dialog", { name: say("places:title") });
  await picker.getByRole("searchbox").fill(marg.name);
  await picker.getByRole("button", { name: new RegExp(marg.name) }).click();
  await expect(picker.getByText(say("places:unserved"))).toBeVisible();
  if (lang === "en")
    await expect(picker.getByText("Sorry, we don't deliver to your area now!")).toBeVisible();
  await look("location-unserved");
  await picker.getByRole("button", { name: say("places:browse_anyway") }).click();
  await expect(picker).toBeHidden();
  await expect(
    page.getByRole("button", { name: say("shell:header.place_label", { place: marg.name }) }),
  ).toBeVisible();
});

test(
  "a pin outside every district, then one inside",
  pair,
  async ({ page, say, api, lang, watch, look }) => {
    watch.allow(/status of 400/);
    const here = await api.district(maadi.district);
    await open(page, "/home");
    const picker = page.getByRole("dialog", { name: say("places:title") });
    await picker.getByRole("button", { name: say("places:map") }).click();
    const map = picker.getByRole("application");
    await expect(map).toBeVisible();
    await map.click({ position: { x: 12, y: 12 } });
    await expect(picker.getByText(say.raw("server/places:location_not_supported"))).toBeVisible();
    if (lang === "en") await expect(picker.getByText("Location not supported")).toBeVisible();
    await look("location-outside");
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: "district_id" }),
    );

    // Selecting an area by name moves the pin to its centre.
    await picker.getByRole("searchbox", { name: say("places:search") }).fill(here.name);
    await look("location-pin-search");
    await picker
      .getByRole("list", { name: say("places:list") })
      .getByRole("button", { name: here.name })
      .first()
      .click();
    await expect(
      picker.getByRole("button", { name: say("places:deliver_to", { district: here.name }) }),
    ).toBeVisible();

    // The map shows the chosen district the next time: its centre is inside the district.
    await picker.getByRole("button", { name: say("places:list"), exact: true }).click();
    await pickDistrict(page, say, here.name);
    await page
      .getByRole("button", { name: say("shell:header.place_label", { place: here.name }) })
      .click();
    await picker.getByRole("button", { name: say("places:map") }).click();
    await map.click();
    await expect(
      picker.getByRole("button", { name: say.part("places:pin_in", { district: here.name }) }),
    ).toBeVisible();
    await look("location-inside");
    await picker
      .getByRole("button", { name: say("places:deliver_to", { district: here.name }) })
      .click();
    await expect(picker).toBeHidden();
    await expect(
      page.getByRole("button", { name: say("shell:header.place_label", { place: here.name }) }),
    ).toBeVisible();
    const jar = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    expect(jar).toContain(`district_id=${maadi.district}`);
    // The pressed position is stored with an accuracy of about a hundred metres.
    const pin = jar.find((one) => one.startsWith("location="))?.slice("location=".length) ?? "";
    expect(decodeURIComponent(pin)).toMatch(/^\{"lat":\d+(\.\d{1,3})?,"lng":\d+(\.\d{1,3})?\}$/);
  },
);

test("the own position, and the cookies of a chosen place", pair, async ({ page, say, api }) => {
  const place = await api.district(maadi.district);
  await page.context().setGeolocation({ latitude: 29.96123, longitude: 31.25871 });
  const sent = page.waitForRequest(
    (one) => /\/api\/v1\/(home|windows)/.test(one.url()) && one.headers().latitude === "29.961",
  );
  await open(page, "/");
  await page.getByRole("button", { name: say("landing:choose_place") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("places:own_position") })
    .click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(
    page.getByRole("button", { name: say("shell:header.place_label", { place: place.name }) }),
  ).toBeVisible();
  const jar = Object.fromEntries(
    (await page.context().cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]),
  );
  expect(jar).toMatchObject({
    district_id: "maadi",
    default_location: "1",
    selected_address: place.name,
  });
  expect(JSON.parse(jar.location ?? "")).toEqual({ lat: 29.961, lng: 31.259 });
  const kept = await page.evaluate(() => [
    document.cookie,
    ...Object.values(localStorage),
    ...Object.values(sessionStorage),
  ]);
  expect(decodeURIComponent(kept.join(" "))).not.toMatch(/29\.9612|31\.2587/);
  expect((await sent).headers().longitude).toBe("31.259");
});

test("a browser that keeps its position to itself", pair, async ({ page, say }) => {
  await page.context().clearPermissions();
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_found, failed) =>
      failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  });
  await open(page, "/home");
  const picker = page.getByRole("dialog", { name: say("places:title") });
  await picker.getByRole("button", { name: say("places:own_position") }).click();
  await expect(picker.getByText(say("places:denied"))).toBeVisible();
});

test(
  "a location cookie that cannot be read is logged, and is no location",
  pair,
  async ({ page, say, watch, baseURL }) => {
    watch.allow(/location cookie/);
    await page.context().addCookies([{ name: "location", value: "%7Bbroken", url: baseURL ?? "" }]);
    await open(page, "/home");
    await expect(page.getByRole("dialog", { name: say("places:title") })).toBeVisible();
    expect(watch.complaints.some((one) => /location cookie/.test(one))).toBe(true);
  },
);

test("prices and fees follow the place", pair, async ({ page, say, api }) => {
  const [here, there] = [await api.district("maadi"), await api.district("dokki")];
  await open(page, "/home");
  await pickDistrict(page, say, here.name);
  await open(page, "/products/sugar");
  await alive(page);
  const sold = page.getByRole("main").getByRole("link", { name: say.part("catalog:sold_by") });
  await expect(sold).toHaveAttribute("href", /souq-ganayen-maadi/);
  await page
    .getByRole("button", { name: say("shell:header.place_label", { place: here.name }) })
    .click();
  await pickDistrict(page, say, there.name);
  await expect(sold).toHaveAttribute("href", /souq-ganayen-dokki/);
});
