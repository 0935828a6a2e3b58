/** The shop out of reach: pages seen before open, and the cart catches up. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { beThere, expect, test } from "./test";

/** A proxy in front of the shop that can be shut, because engines have no common way to go offline. */
async function gate(origin: string) {
  const open = new Set<Socket>();
  let shut = false;
  const server = createServer((visitor) => {
    if (shut) return visitor.destroy();
    const shop = connect(Number(new URL(origin).port), "127.0.0.1");
    for (const one of [visitor, shop]) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        visitor.destroy();
        shop.destroy();
      });
    }
    visitor.pipe(shop).pipe(visitor);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut() {
      shut = true;
      for (const one of open) one.destroy();
    },
    reopen() {
      shut = false;
    },
    async close() {
      for (const one of open) one.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

test("what was seen before opens without the shop, and the cart catches up", async ({
  tab,
  say,
  api,
  baseURL,
  allowed,
}) => {
  // Every engine has a different message for a request without an answer.
  allowed.push(/./);
  const shop = await gate(baseURL ?? "");
  const at = (path: string) => `${shop.origin}/${api.lang}${path}`;
  await beThere(tab, api);
  const sugar = await api.product("sugar");
  await tab.open(at("/home?service_id=grocery"));
  await tab.until(async () =>
    expect(
      await tab.evaluate(() => navigator.serviceWorker.controller !== null),
      "the worker has taken over",
    ).toBe(true),
  );
  for (const path of ["/home?service_id=grocery", "/products/sugar"]) {
    await tab.open(at(path));
    await tab.settled();
  }

  shop.shut();
  await tab.open(at("/products/sugar"));
  await tab.heading(1).says(sugar.name);
  await tab.text(say("shell:offline")).first().shown();
  await tab.look("offline-product");
  const broken = await tab.evaluate(() =>
    [...document.images]
      .filter((one) => one.checkVisibility() && one.complete && one.naturalWidth === 0)
      .map((one) => one.src),
  );
  expect(broken, "pictures that cannot be shown").toEqual([]);
  await tab.css("main").role("button", say("cart:add_for")).first().click();
  await tab.text(say.part("cart:kept")).first().shown();
  await tab.reload();
  const more = say("cart:one_more", { name: sugar.name });
  await tab.css("main").role("button", more).first().shown();
  await tab.open(at("/account/preferences"));
  await tab.heading(1).shown();
  await tab.look("offline-unseen");

  shop.reopen();
  await tab.open(at("/products/sugar"));
  await tab.text(say("cart:kept_sent")).first().shown();
  await tab.open(at("/cart"));
  await tab.css("main").saying(sugar.name).first().shown();
  await shop.close();
});
