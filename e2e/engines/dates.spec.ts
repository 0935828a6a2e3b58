/** Dates and times typed by keyboard, in the order of each engine's own language, are saved and shown again. */
import { grocery, staffApi } from "../support/api";
import { western } from "../support/texts";
import type { EngineName } from "./driver";
import { enterConsole } from "./shop";
import type { Part, Tab } from "./tab";
import { expect, test } from "./test";

/** Returns the parts of a date and time in the field's order. */
const partsOf = (tab: Tab, value: string): Promise<string[]> =>
  tab.evaluate((value) => {
    const [, date, time] = /^(\d[\d-]{9})?T?(\d\d:\d\d)?$/.exec(value) ?? [];
    const format = new Intl.DateTimeFormat(undefined, {
      numberingSystem: "latn",
      ...(date && { year: "numeric", month: "2-digit", day: "2-digit" }),
      ...(time && { hour: "2-digit", minute: "2-digit" }),
    });
    return format
      .formatToParts(new Date(`${date ?? "2027-01-01"}T${time ?? "00:00"}`))
      .filter(({ type }) => type !== "literal")
      .map(({ type, value }) => (type === "dayPeriod" ? value.slice(0, 1) : value));
  }, value);

/** Presses the label, which focuses the first part, and types the parts in order. */
async function typeMoment(field: Part, value: string, engine: EngineName, only?: number) {
  const { tab } = field;
  await field.shown();
  await tab.raw(
    `window.__hand.find(${JSON.stringify(field.steps)})[0].labels[0].dataset.pressed = ""`,
  );
  await tab.css("[data-pressed]").click();
  await field.focused();
  await tab.raw(`delete document.querySelector("[data-pressed]").dataset.pressed`);
  for (const part of (await partsOf(tab, value)).slice(0, only)) {
    await tab.type(part);
    // Chromium and Firefox move to the next part by themselves.
    if (engine === "webkit") await tab.press("Tab");
  }
  if (only === undefined) await field.holds(value);
}

/** The text that the page shows over a field without focus. */
const shown = (field: Part) =>
  field.tab.raw<string>(
    `return window.__hand.find(${JSON.stringify(field.steps)})[0].nextElementSibling.textContent`,
  );

test("a coupon's end is typed", async ({ tab, say, lang, engine, playwright, baseURL }, info) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const code = `ENDS${info.retry}${info.project.name.replace(/\W/g, "").toUpperCase()}`.slice(
    0,
    20,
  );
  await enterConsole(tab, say, "/coupons/new");
  await tab.css("input[name=code]").fill(code);
  await tab.css("input[name=value]").fill("10");
  const ends = tab.css("input[name=ends_at]");

  // An incomplete date is refused: it has no value, and the coupon would never end.
  await typeMoment(ends, "2027-03-04T23:45", engine, 2);
  await tab.role("button", say("console/coupons:create")).click();
  await tab
    .text(/^(Enter the whole date and time, or clear them\.|أكمل التاريخ والوقت أو امسحهما\.)$/)
    .shown();
  await ends.focused();
  await tab.look("console-date-half");

  await typeMoment(ends, "2027-03-04T23:45", engine);
  await tab.look("console-date");
  await tab.role("button", say("console/coupons:create")).click();
  await tab.heading(1).says(code);
  const id = /coupons\/([^/?]+)$/.exec(await tab.url(/coupons\/(?!new)/))?.[1];
  const saved = await staff.send<{ ends_at: string }>("GET", `/console/coupons/${id}`);
  expect(new Date(saved.ends_at).toISOString()).toBe("2027-03-04T21:45:00.000Z");
  await tab.reload();
  await ends.holds("2027-03-04T23:45");
  expect(western(await shown(ends))).toMatch(/4 .*2027.*11:45/);
  await tab.look("console-date-saved");
});

test("hours of a day of a branch are typed", async ({
  tab,
  say,
  lang,
  engine,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const words = (key: string) => say(`console/sellers:${key}`);
  // Each project uses a different day, years away.
  const day = `2031-0${1 + ["chromium", "firefox", "webkit"].indexOf(engine)}-1${lang === "ar" ? 1 : 2}`;
  await enterConsole(tab, say, `/branches/${grocery.branch}?tab=hours`);
  await tab.role("button", words("add_day")).click();
  const row = tab.css("fieldset:has(> label [type=date], [type=date])").last();
  await typeMoment(row.css("[type=date]"), day, engine);
  await row.role("button", words("hours")).click();
  const [opens, closes] = [row.css("[type=time]").first(), row.css("[type=time]").last()];
  await typeMoment(opens, "07:05", engine);
  await typeMoment(closes, "21:40", engine);
  await tab.look("console-hours");
  await tab.role("button", say("console/backoffice:save")).click();
  await tab.text(say("console/backoffice:unsaved")).gone();
  await tab.until(async () => {
    const { exceptions } = await staff.send<{ exceptions: { day: string; hours: unknown[] }[] }>(
      "GET",
      `/console/branches/${grocery.branch}/hours`,
    );
    expect(exceptions.find((one) => one.day === day)?.hours).toEqual([
      { open: "07:05", close: "21:40" },
    ]);
  });
  await tab.reload();
  await closes.holds("21:40");
  await opens.holds("07:05");
  expect(western(await shown(closes))).toContain("9:40");
  await tab.look("console-hours-saved");
});
