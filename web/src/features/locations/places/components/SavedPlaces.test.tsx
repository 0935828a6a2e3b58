import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { cookieNames, readCookie } from "../../../../lib/cookies";
import { anAddress } from "../../../../testing/checkout";
import { mockApi, renderShop } from "../../../../testing/shop";
import SavedPlaces from "./SavedPlaces";

const home = anAddress({ id: "adr_home", name: "Home", is_default: true });
const work = anAddress({ id: "adr_work", name: "Work", is_default: false });

test("a page that cannot do without a place takes the default address", async () => {
  mockApi({ "GET /addresses": [home, work] });
  const taken = vi.fn();
  renderShop(<SavedPlaces required onTaken={taken} />);
  await waitFor(() => expect(taken).toHaveBeenCalledOnce());
  expect(readCookie(cookieNames.addressId)).toBe("adr_home");
});

test("who opens the list chooses from it", async () => {
  mockApi({ "GET /addresses": [home, work] });
  const taken = vi.fn();
  renderShop(<SavedPlaces required={undefined} onTaken={taken} />);
  const other = await screen.findByRole("button", { name: /^Work/ });
  expect(taken).not.toHaveBeenCalled();
  fireEvent.click(other);
  expect(taken).toHaveBeenCalledOnce();
  expect(readCookie(cookieNames.addressId)).toBe("adr_work");
});
