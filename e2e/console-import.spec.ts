/** A spreadsheet file: mapped by hand, tried, imported, undone; and the catalogue's export. */
import { readFileSync } from "node:fs";
import { grocery } from "./support/api";
import { alive, enterConsole, goToSection } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";

test("a file with headers of its own comes in, and is undone", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, lang, watch, look, size }) => {
  const words = (key: string) => say.raw(`console/imports:${key}`);
  const branch = await api.send<{ name: string; store: { name: string } }>(
    "GET",
    `/branches/${grocery.branch}`,
  );
  const category = (await api.product("turmeric")) as unknown as { category: { name: string } };
  // As a spreadsheet in Egypt writes it: UTF-16, tabs, Arabic digits and the decimal comma. The
  // mapping of headings is remembered, so each attempt uses different ones.
  const { retry, repeatEachIndex } = test.info();
  const mark = `${lang.toUpperCase()}${repeatEachIndex}${retry}`;
  const figure = (n: number) => String(n).replace(/\d/g, (d) => "٠١٢٣٤٥٦٧٨٩"[Number(d)] ?? d);
  const rows = Array.from({ length: 240 }, (_, i) => [
    lang === "ar" ? `بهار التجربة ${mark} ${figure(i + 1)}` : `Trial spice ${mark} ${i + 1}`,
    `TRIAL-${mark}-${i + 1}`,
    category.category.name,
    i === 3 ? "غالي" : `${figure(20 + (i % 50))}٫${figure(50)}`,
    figure(i + 1),
    "يوم التعبئة",
  ]);
  const header = [
    `What we call it (${mark})`,
    `Our mark (${mark})`,
    "Shelf here",
    "Costs",
    "Pieces there",
    "Packed",
  ];
  const text = [header, ...rows].map((row) => row.join("\t")).join("\r\n");
  const file = {
    name: `spices-${mark}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`\ufeff${text}`, "utf16le"),
  };
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);
  await goToSection(staff, say, "menu_imports");
  await look("console-imports", staff);
  await expectAccessible(staff, "console-imports");

  await test.step("uploaded, and mapped by hand", async () => {
    await staff.getByLabel(words("choose"), { exact: true }).first().setInputFiles(file);
    await expect(staff).toHaveURL(/\/console\/imports\/imp_/);
    await expect(staff.getByText(words("format_mapped"), { exact: true })).toBeVisible();
    for (const [name, means] of [
      [`What we call it (${mark})`, "name"],
      [`Our mark (${mark})`, "sku"],
      ["Shelf here", "category"],
      ["Costs", "price"],
      ["Pieces there", "stock"],
    ] as const) {
      await staff.getByRole("combobox", { name, exact: true }).selectOption({ value: means });
    }
    await staff
      .getByLabel(words("store"), { exact: true })
      .selectOption({ label: branch.store.name });
    await staff.getByRole("checkbox", { name: branch.name, exact: true }).check();
    await look("console-import-mapping", staff);
    await expectAccessible(staff, "console-import-mapping");
    const saved = staff.waitForResponse((r) => r.request().method() === "PUT");
    await staff.getByRole("button", { name: words("save_mapping"), exact: true }).click();
    expect((await saved).status()).toBe(200);
    await expect(staff.getByText("Packed", { exact: true }).first()).toBeVisible();
  });

  const step = (name: string) =>
    staff.getByRole("button", { name: words(`step_${name}`), exact: true });
  const counted = (what: string, n: number) =>
    staff.getByText(new RegExp(`${words(`outcome_${what}`)}: (${n}|${figure(n)})(\\D|$)`));
  await test.step("tried: nothing of it is in the shop", async () => {
    await step("check").click();
    await expect(staff.getByText(words("checked_title"))).toBeVisible({ timeout: 60_000 });
    await expect(counted("added", 239).or(counted("added", 240)).first()).toBeVisible();
    await look("console-import-checked", staff);
    await expectAccessible(staff, "console-import-checked");
    const found = await api.send<unknown[]>(
      "GET",
      `/products?page=1&service_id=${grocery.service}&branch_id=${grocery.branch}&search=${encodeURIComponent(rows[0]?.[0] ?? "")}`,
    );
    expect(JSON.stringify(found)).not.toContain(`${rows[0]?.[0]}"`);
  });

  await test.step("brought in, and its link leads to a product", async () => {
    await step("start").click();
    await staff
      .getByRole("alertdialog")
      .getByRole("button", { name: words("step_start") })
      .click();
    await expect(staff.getByText(words("done_title"))).toBeVisible({ timeout: 60_000 });
    await look("console-import-done", staff);
    await expectAccessible(staff, "console-import-done");
    await staff
      .getByRole("link", { name: rows[0]?.[0] ?? "" })
      .first()
      .click();
    await expect(staff).toHaveURL(/\/console\/products\//);
    await expect(staff.getByRole("heading", { level: 1, name: rows[0]?.[0] ?? "" })).toBeVisible();
    await staff.goBack();
  });

  await test.step("undone as one", async () => {
    await step("undo").click();
    await staff
      .getByRole("alertdialog")
      .getByRole("button", { name: words("undo_confirm") })
      .click();
    await expect(staff.getByText(words("undone_title"))).toBeVisible({ timeout: 60_000 });
    await expect(staff.getByText(words("undone_text"))).toBeVisible();
    await look("console-import-undone", staff);
  });

  await test.step("the catalogue comes as a file", async () => {
    await goToSection(staff, say, "menu_imports");
    await staff.getByLabel(words("export_kind")).selectOption({ value: "csv" });
    const download = staff.waitForEvent("download");
    await staff.getByRole("button", { name: words("export"), exact: true }).click();
    const out = await download;
    expect(out.suggestedFilename()).toMatch(/\.csv$/);
    const got = readFileSync(await out.path(), "utf8");
    expect(got.split("\n").length).toBeGreaterThan(500);
    expect(got).toContain("sku");
  });
});

test("a file of modifiers comes in as extras with their product, and is undone", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, lang, watch, look, size }) => {
  const words = (key: string) => say.raw(`console/imports:${key}`);
  const branch = await api.send<{ store: { name: string } }>("GET", `/branches/${grocery.branch}`);
  const product = await api.product("turmeric");
  const { retry, repeatEachIndex } = test.info();
  const mark = `${lang.toUpperCase()}${repeatEachIndex}${retry}`;
  const group = lang === "ar" ? `الطحن ${mark}` : `Grinding ${mark}`;
  const header = {
    ar: "مجموعة الإضافات,الإضافة,السعر,اسم المنتج,الحد الأدنى,الحد الأقصى,ملاحظة",
    en: "Modifier name,Option name,Price,Product,Min,Max,Remark",
  }[lang];
  const rows = [
    [
      group,
      lang === "ar" ? "ناعم" : "Fine",
      "0",
      product.name,
      "0",
      "1",
      lang === "ar" ? "من الفرع" : "From the branch",
    ],
    [group, lang === "ar" ? "خشن" : "Coarse", "2.50", "", "", "", ""],
    [
      `${group} 2`,
      lang === "ar" ? "هدية" : "Gift wrap",
      lang === "ar" ? "مجانًا" : "free",
      "",
      "",
      "",
      "",
    ],
    [group, "", "", lang === "ar" ? "منتج غير موجود" : "No such product", "", "", ""],
  ];
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);
  await goToSection(staff, say, "menu_imports");
  const step = (name: string) =>
    staff.getByRole("button", { name: words(`step_${name}`), exact: true });

  await test.step("recognised by its header; the store is chosen", async () => {
    await staff
      .getByLabel(words("choose"), { exact: true })
      .first()
      .setInputFiles({
        name: `modifiers-${mark}.csv`,
        mimeType: "text/csv",
        buffer: Buffer.from([header, ...rows.map((row) => row.join(","))].join("\r\n")),
      });
    await expect(staff.getByText(words("format_extras"), { exact: true })).toBeVisible();
    await staff
      .getByLabel(words("store"), { exact: true })
      .selectOption({ label: branch.store.name });
    await look("console-import-extras-mapping", staff);
    const saved = staff.waitForResponse((r) => r.request().method() === "PUT");
    await staff.getByRole("button", { name: words("save_mapping"), exact: true }).click();
    expect((await saved).status()).toBe(200);
  });

  await test.step("tried: each row says what becomes of it", async () => {
    await step("check").click();
    await expect(staff.getByText(words("checked_title"))).toBeVisible({ timeout: 60_000 });
    await expect(staff.getByText(words("row_unplaced")).first()).toBeVisible();
    await look("console-import-extras-checked", staff);
    await expectAccessible(staff, "console-import-extras-checked");
  });

  await test.step("brought in, and its group leads to the extras", async () => {
    await step("start").click();
    await staff
      .getByRole("alertdialog")
      .getByRole("button", { name: words("step_start") })
      .click();
    await expect(staff.getByText(words("done_title"))).toBeVisible({ timeout: 60_000 });
    await look("console-import-extras-done", staff);
    await staff.getByRole("link", { name: group, exact: true }).click();
    await expect(staff).toHaveURL(/\/console\/extras\/xgr_/);
    await expect(staff.getByRole("heading", { level: 1, name: group })).toBeVisible();
    await expect(staff.getByText(product.name).first()).toBeVisible();
    await look("console-import-extras-group", staff);
    await staff.goBack();
  });

  await test.step("undone as one", async () => {
    await step("undo").click();
    const dialog = staff.getByRole("alertdialog");
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await look("console-import-extras-undo", staff);
    await dialog.getByRole("button", { name: words("undo_confirm") }).click();
    await expect(staff.getByText(words("undone_text"))).toBeVisible({ timeout: 60_000 });
  });
});
