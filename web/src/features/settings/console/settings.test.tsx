import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderShop } from "../../../testing/shop";
import { lateBody, pointsBody, referralBody, withoutStep, withStep } from "./model";
import settingsPage from "./settings";

const referral = {
  enabled: true,
  reward_referrer: 30,
  reward_friend: 30,
  window_days: 14,
  rate: 2,
  commission_days: 180,
  monthly_rewards: 10,
  monthly_commission: 500,
  currency: "EGP",
  effect: { purchase: 300, friend: 30, referrer: 30, commission: 6, most_per_month: 800 },
};
const points = {
  example: 300,
  currency: "EGP",
  rates: [
    { service_id: "", name: "Everything else", own: true, points: 40, earns: 120, worth: 6 },
    { service_id: "svc_food", name: "Food", own: false, points: 40, earns: 120, worth: 6 },
  ],
};
const late = {
  enabled: true,
  currency: "EGP",
  steps: [{ minutes: 15, amount: 10 }],
  effect: [{ late: 20, amount: 10 }],
};

afterEach(() => vi.unstubAllGlobals());

/** The console's API; what is saved and looked at is noted. */
function fakeServer(refusal: { status: number; body: object } | null = null) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, init: RequestInit) => {
      const path = address.replace(/^\/api\/v1\/console/, "");
      const data = { "/referrals/terms": referral, "/points/rates": points, "/late": late }[path];
      if (init.method === "PUT") {
        const body = JSON.parse(String(init.body)) as Record<string, unknown>;
        sent.push({ path, body });
        if (body.preview !== true && refusal) {
          return new Response(JSON.stringify(refusal.body), { status: refusal.status });
        }
      } else if (refusal?.status === 403) {
        return new Response(JSON.stringify(refusal.body), { status: 403 });
      }
      return new Response(JSON.stringify({ response: { data, message: "Saved." } }));
    }),
  );
  return sent;
}

const draw = () => renderShop(<settingsPage.Component />, { console: true });

test("a change shows what it comes to before it is saved, and is saved as typed", async () => {
  const sent = fakeServer();
  draw();
  const form = within(await screen.findByRole("region", { name: "Invite friends" }));
  expect(form.getByText(/the friend gets/).textContent).toMatch(/friend gets EGP.30 and/);
  fireEvent.change(form.getByLabelText(/Friend's reward/), { target: { value: "45" } });
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: "/referrals/terms",
      body: expect.objectContaining({ preview: true, reward_friend: "45", enabled: true }),
    }),
  );
  expect(sent.filter(({ body }) => body.preview !== true)).toEqual([]);
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent.filter(({ body }) => body.preview !== true)).toEqual([
      { path: "/referrals/terms", body: expect.objectContaining({ reward_friend: "45" }) },
    ]),
  );
});

test("what the server refuses stands at its field", async () => {
  fakeServer({
    status: 422,
    body: { message: "No", code: "validation", errors: { "steps.0.amount": ["Too much."] } },
  });
  draw();
  const form = within(await screen.findByRole("region", { name: "Late orders" }));
  fireEvent.click(form.getByRole("button", { name: "Add step" }));
  expect(form.getAllByLabelText(/Minutes late/)).toHaveLength(2);
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Too much.")).toBeTruthy();
});

test("who does not own the shop is told so", async () => {
  fakeServer({ status: 403, body: { message: "No", code: "not_allowed", errors: {} } });
  draw();
  expect(await screen.findByText("Only owners can change settings")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("bodies leave out what is empty, and a rate that is as every other", () => {
  expect(
    referralBody({
      reward_referrer: "1",
      reward_friend: "2",
      rate: " ",
      commission_days: "3",
      window_days: "14",
      monthly_rewards: "5",
      monthly_commission: "6",
      enabled: false,
    }),
  ).toEqual({
    enabled: false,
    reward_referrer: "1",
    reward_friend: "2",
    commission_days: "3",
    window_days: "14",
    monthly_rewards: "5",
    monthly_commission: "6",
  });
  expect(pointsBody({ "": "40", svc_food: " ", svc_grocery: "٢٠" })).toEqual({
    rates: [
      { service_id: "", points: "40" },
      { service_id: "svc_grocery", points: "٢٠" },
    ],
  });
});

test("steps keep their place in the form while others go", () => {
  const one = withStep({ enabled: true, steps: [] });
  const two = withStep(one);
  expect(two.steps.map(({ key }) => key)).toEqual([0, 1]);
  expect(withStep(withoutStep(two, 0)).steps.map(({ key }) => key)).toEqual([1, 2]);
  expect(lateBody(two).steps).toEqual([
    { minutes: "0", amount: "0" },
    { minutes: "0", amount: "0" },
  ]);
});
