/** Notifications while the shop is closed in the browser: switched on, shown, and opened. */
import type { CDPSession, Page, Worker } from "@playwright/test";
import { open, readyCustomer } from "./support/shop";
import { expect, settled, test } from "./support/test";

test.use({ serviceWorkers: "allow" });
const pair = { tag: ["@ar-phone", "@en-desktop"] };

/** The shop's worker, and the browser's id of its registration. */
async function worker(
  page: Page,
): Promise<{ worker: Worker; session: CDPSession; registration: string }> {
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((found) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one) found(one.registrationId);
    });
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await session.send("ServiceWorker.enable");
  const registration = await known;
  const [running = await page.context().waitForEvent("serviceworker")] = page
    .context()
    .serviceWorkers();
  return { worker: running, session, registration };
}

const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body, lang, dir }) => ({ title, body, lang, dir }),
    ),
  );

test(
  "a browser without a push service says so; what is pushed is shown, and opens its order",
  pair,
  async ({ page, context, say, api, phone, lang, watch, look, baseURL }) => {
    // A private window, as tests use, refuses push and logs that.
    watch.allow(/does not support the Push API/);
    const origin = new URL(baseURL ?? "").origin;
    await context.grantPermissions(["notifications"], { origin });
    const address = await readyCustomer(page, api, phone);
    const { order } = await api.placeOrder(address);
    await open(page, `/${lang}/account/notifications`);
    const push = page.getByRole("switch", { name: say("notices:push") });
    await expect(push).toBeEnabled();
    await push.click({ force: true });
    await expect(page.getByText(say("notices:push_failed"))).toBeVisible();
    await expect(push).not.toBeChecked();
    await settled(page);
    await look("push-failed");

    const { worker: shop, session, registration } = await worker(page);
    const news = {
      id: `ntc_${order.id}`,
      title: say.raw("shell:brand"),
      body: say.raw("orders:live_now"),
      url: `/${lang}/account/my-orders/${order.id}`,
      lang,
      dir: lang === "ar" ? "rtl" : "ltr",
    };
    const deliver = (data: unknown) =>
      session.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId: registration,
        data: JSON.stringify(data),
      });
    const { title, body, dir } = news;
    await deliver(news);
    await expect.poll(() => shown(page)).toEqual([{ title, body, lang, dir }]);
    // A repeated message is the same notification; a foreign message shows none. After the last
    // one, all have arrived.
    await deliver(news);
    await deliver({ hello: "world" });
    await deliver({ ...news, id: "elsewhere", url: "https://elsewhere.example/" });
    await expect.poll(() => shown(page)).toHaveLength(2);

    // A headless browser has no notifications to press: the worker receives the event, and the
    // windows it would open are recorded.
    const press = (tag: string) =>
      shop.evaluate(async (tag) => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          clients: { openWindow: (url: string) => Promise<unknown> };
          dispatchEvent: (event: Event) => boolean;
        };
        const [notification] = await scope.registration.getNotifications({ tag });
        const work: Promise<unknown>[] = [];
        const opened: string[] = [];
        scope.clients.openWindow = async (url) => opened.push(url);
        const event = Object.assign(new Event("notificationclick"), {
          notification,
          waitUntil: (one: Promise<unknown>) => work.push(one),
        });
        scope.dispatchEvent(event);
        await Promise.all(work);
        return opened;
      }, tag);
    expect(await press(news.id)).toEqual([`${origin}${news.url}`]);
    await expect.poll(() => shown(page)).toHaveLength(1);

    // A notification never opens a page outside the shop.
    expect(await press("elsewhere")).toEqual([]);
    await expect.poll(() => shown(page)).toEqual([]);

    await page.goto(news.url);
    await expect(page.getByText(order.number).first()).toBeVisible();
  },
);
