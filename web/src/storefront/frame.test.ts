import { expect, test } from "vitest";
import { backFrom, entries, isShown } from "../features/identity/account/menu";
import { paths } from "../lib/paths";
import { isFramed } from "./pages";
import { routes } from "./routes";

const shown = (path: string) => entries.filter((one) => isShown(one, path)).map(({ to }) => to);

test("the menu stands beside the pages below it and a quotation's own", () => {
  const framed = routes.map(({ path }) => path).filter(isFramed);
  expect(framed).toContain(paths.quotation(":id"));
  expect(framed).toContain(paths.myOrder(":id"));
  for (const bare of [paths.account, paths.orderInvoice(":id"), paths.cart, paths.branch(":id")]) {
    expect(framed).not.toContain(bare);
  }
});

test("a quotation is shown as one of the quotations, and names its way back itself", () => {
  expect(shown(paths.quotation("quo_1"))).toEqual([paths.myQuotations]);
  expect(backFrom(paths.quotation("quo_1"))).toBeNull();
  expect(shown(paths.myQuotations)).toEqual([paths.myQuotations]);
  expect(shown(paths.editAddress("adr_1"))).toEqual([paths.myAddress]);
});
