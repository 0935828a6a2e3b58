/** Giving back half of an order, with a photo, up to its confirmation. */
import path from "node:path";
import { delivered, plenty, staffApi } from "../support/api";
import { ready, test } from "./test";

const photo = path.join(__dirname, "../../internal/operations/demo/data/images/white-eggs.webp");

test("half of an order goes back, with a photo", async ({
  tab,
  say,
  api,
  phone,
  lang,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await ready(tab, api, phone, { [plenty]: 2 });
  const order = await delivered(api, staff, address);
  const { name } = await api.product("brown-eggs");
  await tab.open(`/account/my-orders/${order}`);
  await tab.role("link", say("returns:ask_title")).click();
  await tab.role("heading", say("returns:title_items")).shown();
  await tab.role("button", say("returns:give_back_thing", { name })).click();
  const next = tab.role("button", say("returns:next"));
  const reason = tab.role("combobox", say.part("returns:reason"));
  await reason.choose("damaged");
  await next.click();
  await tab.text(say.part("returns:photo_needed")).first().shown();
  await tab.setFile(tab.css("input[type=file]"), photo);
  await tab.css('li img[src^="/photos/"]').shown();
  await tab.look("return-items");
  // A reload loses nothing that was entered.
  await tab.reload();
  await reason.holds("damaged");
  await next.click();
  await tab.role("heading", say("returns:title_handover")).focused();
  await tab.role("radio", say.part("server/returns:way_wallet")).holds(true);
  await tab.look("return-handover");
  await tab.role("group", say("returns:pickup_day")).role("button").nth(1).click();
  await tab.role("group", say("returns:pickup_time")).role("radio").first().check();
  await next.click();
  await tab.role("heading", say("returns:title_summary")).shown();
  await tab.look("return-summary");
  await tab.role("button", say("returns:send")).click();
  await tab.role("heading", say("returns:title_done")).shown();
  await tab.look("return-done");
  await tab.role("link", say("returns:see_return")).click();
  await tab.heading(1).says(say("server/returns:state_requested"));
  await tab.look("return");
});
