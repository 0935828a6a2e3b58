import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { picturesList } from "../../../../backoffice/pictures/api";
import { mockApi, renderShop } from "../../../../testing/shop";
import picturePage from "./picture";

afterEach(() => vi.unstubAllGlobals());

const name = "0123456789abcdef0123456789abcdef-1200x900.jpg";
const picture = {
  name,
  title: "Charger",
  alt_en: "",
  alt_ar: "",
  image: { src: `/media/${name}`, srcset: "", width: 1200, height: 900 },
  bytes: 15_000,
  by: "Salma",
  created_at: "2026-11-20T09:00:00Z",
  uses: 0,
  used_by: [],
  goes_at: "2026-12-20T09:00:00Z",
  can_edit: true,
  version: 1,
};

test("a deleted picture leaves the lists that were read before", async () => {
  mockApi({
    "GET /console/me": { id: "stf_1", role: "owner", capabilities: ["media.use"], branches: [] },
    [`GET /console/media/${name}`]: picture,
    [`DELETE /console/media/${name}`]: {},
  });
  const { Component } = picturePage;
  const { client, scope, where } = renderShop(<Component />, {
    console: true,
    at: `/media/${name}`,
    params: { name },
  });
  const { queryKey } = picturesList(scope, "", false);
  client.setQueryData(queryKey, { pages: [], pageParams: [] });
  fireEvent.click(await screen.findByRole("button", { name: "Actions" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(where()).toBe("/media"));
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
