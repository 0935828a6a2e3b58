/** Steps of customers and staff that several journeys take. */
import type { Api } from "../support/api";
import type { Say } from "../support/texts";
import type { Tab } from "./tab";

/** Signs in with the dialog: phone, code, and a name for new customers. */
export async function signIn(
  tab: Tab,
  say: Say,
  api: Api,
  phone: string,
  name: string | null,
): Promise<void> {
  const dialog = tab.role("dialog", say("auth:title"));
  await dialog.shown();
  await tab.look("sign-in");
  await dialog.role("textbox", say.part("auth:phone")).fill(`0${phone}`);
  await dialog.role("button", say("auth:method_sms")).click();
  const field = dialog.role("textbox", say.part("auth:code"));
  await field.shown();
  await tab.look("sign-in-code");
  // The fourth figure sends it.
  await field.fill(await api.code(phone));
  if (name === null) return dialog.gone();
  const joining = tab.role("dialog", say("auth:register_title"));
  await joining.shown();
  await tab.look("sign-in-name");
  await joining.role("textbox", say.part("auth:name")).fill(name);
  await joining.role("button", say("auth:register")).click();
  await joining.gone();
}

/** Opens the checkout step with this title; on a phone, completed steps are collapsed to one line. */
export async function unfold(tab: Tab, say: Say, title: string): Promise<void> {
  await tab.role("button", say.part("checkout:place")).shown();
  await tab.settled();
  const folded = tab.css("main [data-field] button[aria-expanded=false]").saying(say.part(title));
  if ((await folded.count()) > 0) await folded.click();
}

/** Staff at the console's door: the owner. */
export async function enterConsole(tab: Tab, say: Say, path = ""): Promise<void> {
  const [email = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
  await tab.open(`/console${path}`);
  const field = tab.role("textbox", say.part("console/auth:email"));
  await field.shown();
  await tab.look("console-sign-in");
  await field.fill(email);
  await tab.css("input[type=password]").fill(password);
  await tab.role("button", say("console/auth:submit")).click();
  await field.gone();
  await tab.alive();
}
