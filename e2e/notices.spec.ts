/** The inbox: an order's notices arrive, are unread, then read, in the reader's language. */
import { grocery } from "./support/api";
import { beAt, open, readyCustomer } from "./support/shop";
import { axe, expect, test } from "./support/test";

const pair = { tag: ["@ar-phone", "@en-desktop"] };

/** The answer of the console's sign-in. */
interface Staff {
  token: string;
}

test(
  "an order's news is in the inbox, unread and then read",
  pair,
  async ({ page, say, api, phone, request, lang, look, watch }) => {
    // The journeys run without the service worker.
    watch.allow(/Service Worker registration blocked/);
    const address = await readyCustomer(page, api, phone);

    // Nothing yet: the empty inbox.
    await open(page, "/account/notifications");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: say("notices:empty") })).toBeVisible();
    await look("notices-empty");

    const { order } = await api.placeOrder(address, grocery.service);
    const [email = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
    const login = await request.post("/api/v1/console/login", { data: { email, password } });
    expect(login.ok(), await login.text()).toBe(true);
    const staff = ((await login.json()) as { response: { data: Staff } }).response.data;
    const { event_seq: seq } = await api.send<{ event_seq: number }>("GET", `/orders/${order.id}`);
    const moved = await request.post(`/api/v1/console/orders/${order.id}/move`, {
      headers: { Authorization: `Bearer ${staff.token}` },
      data: { to: "processing", expected_seq: seq },
    });
    expect(moved.ok(), await moved.text()).toBe(true);

    // The account shows that there are unread notices.
    await beAt(page, api, { address });
    if (lang === "ar") {
      await open(page, "/home");
      const tab = page
        .getByRole("navigation", { name: say("shell:nav.label") })
        .getByRole("link", { name: say.part("shell:header.account") });
      await expect(tab).toHaveAccessibleName(say.part("notices:count_one", { count: 1 }));
      await look("notices-tab");
    }
    await open(page, "/account");
    const entry = main.getByRole("link", { name: say.part("account:notifications") });
    await expect(entry).toHaveAccessibleName(say.part("notices:count_one", { count: 1 }));
    await open(page, "/account/notifications");
    const notice = main.getByRole("listitem").filter({ hasText: order.number });
    await expect(notice).toContainText(say.part("notices:unread"));
    await expect(notice.getByRole("link")).toHaveText(
      say("server/orders:notice_processing", { number: order.number }),
    );
    await look("notices-unread");
    expect(await axe(page, "notices")).toEqual([]);

    // Opening marks it as read, and it is still read after returning.
    const read = page.waitForResponse(/\/notifications\/\w+\/read$/);
    await notice.getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(order.id));
    expect((await read).ok()).toBe(true);
    await page.goBack();
    await expect(notice).toBeVisible();
    await expect(notice.getByText(say("notices:unread"))).toHaveCount(0);
    await expect(main.getByRole("button", { name: say("notices:mark_all") })).toHaveCount(0);
    await page.reload();
    await expect(notice.getByRole("link")).toBeVisible();
    await expect(notice.getByText(say("notices:unread"))).toHaveCount(0);

    // The order's next notice is in the same line, with the earlier ones below it.
    const reason = { to: "rejected", expected_seq: seq + 1, reason: "Closing" };
    const ended = await request.post(`/api/v1/console/orders/${order.id}/move`, {
      headers: { Authorization: `Bearer ${staff.token}` },
      data: reason,
    });
    expect(ended.ok(), await ended.text()).toBe(true);
    await page.reload();
    await expect(notice.first()).toContainText(say.part("notices:unread"));
    await notice.locator("summary").click();
    await expect(notice.getByRole("listitem")).toHaveText([
      new RegExp(say.part("server/orders:notice_processing", { number: order.number }).source),
    ]);
    expect(await axe(page, "notices of one order")).toEqual([]);
    await look("notices-thread");

    // In the other language it is shown in that language.
    const other = lang === "ar" ? "en" : "ar";
    await open(page, `/${other}/account/notifications`);
    await expect(
      main.getByRole("listitem").filter({ hasText: order.number }).getByRole("link"),
    ).not.toHaveText(say("server/orders:notice_processing", { number: order.number }));
    await main.getByRole("listitem").filter({ hasText: order.number }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(order.id));
  },
);
