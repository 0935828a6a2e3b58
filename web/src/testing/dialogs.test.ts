import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { importsOf, type Source, sources } from "./sources";

/**
 * The screenshot names under which a journey of e2e/engines measures each dialog of a file, in the
 * file's order. A new dialog is opened and measured there in three engines, most easily in
 * dialogs.spec.ts.
 */
const measured: Record<string, readonly string[]> = {
  "backoffice/Arrange.tsx": ["console-arrange"],
  "backoffice/BulkBar.tsx": ["console-bulk"],
  "backoffice/LeaveGuard.tsx": ["console-leave"],
  "backoffice/LogEntry.tsx": ["console-revert"],
  "backoffice/RecordPage.tsx": ["console-action"],
  "backoffice/pictures/PicturePicker.tsx": ["console-library", "console-describe"],
  "console/Finder.tsx": ["console-find"],
  "console/Menu.tsx": ["console-menu"],
  "features/identity/auth/components/SignInDialog.tsx": ["sign-in"],
  "features/locations/branches/console/components/ShapeDialog.tsx": ["console-shape"],
  "features/ordering/cart/components/EmptyCartDialog.tsx": ["conflict"],
  "features/ordering/cart/components/WhichCartDialog.tsx": ["which-cart"],
  // The first shows while the product loads.
  "features/catalogue/products/components/OptionsDialog.tsx": ["options", "options"],
  "features/catalogue/products/console/components/CopyPrices.tsx": ["console-copy-prices"],
  "features/catalogue/products/console/components/FormulaDialog.tsx": ["console-formula"],
  "features/catalogue/products/console/components/StockActions.tsx": [
    "console-write-off",
    "console-history",
  ],
  "features/catalogue/comparison/components/ComparisonDialog.tsx": ["comparison"],
  "features/aftersales/customers/console/components/AccessDialog.tsx": ["console-block"],
  "features/catalogue/imports/console/components/Steps.tsx": ["console-import-start"],
  "features/catalogue/imports/console/components/UndoDialog.tsx": ["console-import-undo"],
  "features/ordering/orders/components/CancelDialog.tsx": ["order-cancel"],
  "features/ordering/orders/components/LateReport.tsx": ["late-report"],
  "features/ordering/orders/components/ReorderDialog.tsx": ["reorder-conflict", "reorder"],
  "features/ordering/orders/console/components/MoveDialog.tsx": ["console-reject"],
  "features/ordering/orders/console/components/WeighDialog.tsx": ["console-weighing"],
  "features/locations/places/components/LocationDialog.tsx": ["places"],
  "features/locations/places/console/ShowAreas.tsx": ["console-areas"],
  "features/marketing/coupons/components/CouponPicker.tsx": ["coupons"],
  "features/aftersales/referral/console/components/DecideDialog.tsx": ["console-referral-approve"],
  "features/operations/setup/console/components/OpeningCard.tsx": ["console-open-shop"],
  "shop/products/FilterSheet.tsx": ["filters"],
};

/** Files whose dialogs no journey measures, with the reason. */
const excepted: Record<string, string> = {
  "ui/ConfirmDialog.tsx": "Measured where it is used.",
  "features/ordering/calls/pages/order.tsx":
    "A ConfirmDialog. The journeys' shop takes no orders without an account.",
};

const kinds = ["ui/Dialog.tsx", "ui/ConfirmDialog.tsx"];

/** The number of dialogs that a file renders. */
function drawn({ file }: Source): number {
  let count = 0;
  const visit = (node: ts.Node) => {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      /^(Confirm)?Dialog$/.test(node.tagName.getText())
    )
      count++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return count;
}

/** All string literals of the journeys: their screenshots' names are among them. */
function quoted(): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const { file } of sources(resolve(__dirname, "../../../e2e/engines"))) visit(file);
  return found;
}

test("a journey in every engine measures each dialog", () => {
  const using = sources().filter(
    (source) =>
      !source.name.startsWith("testing/") &&
      importsOf(source).some(({ target, typeOnly }) => kinds.includes(target ?? "") && !typeOnly),
  );
  const dialogs = Object.fromEntries(
    using.filter(({ name }) => !(name in excepted)).map((source) => [source.name, drawn(source)]),
  );
  const listed = Object.entries(measured).map(([name, { length }]) => [name, length]);
  expect(dialogs).toEqual(Object.fromEntries(listed));
  expect(using.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(excepted)));
  const names = quoted();
  const lost = Object.values(measured)
    .flat()
    .filter((name) => !names.has(name));
  expect(lost, "no journey takes these pictures").toEqual([]);
});
