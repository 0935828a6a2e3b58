import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderShop } from "../../../../testing/shop";
import { lateBody, pointsBody, referralBody, safetyBody, withoutStep, withStep } from "./model";
import settingsPage from "./settings";

const referral = {
  version: 3,
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
  version: 4,
  example: 300,
  currency: "EGP",
  rates: [
    { service_id: "", name: "Everything else", own: true, points: 40, earns: 120, worth: 6 },
    { service_id: "svc_food", name: "Food", own: false, points: 40, earns: 120, worth: 6 },
  ],
};
const late = {
  version: 5,
  enabled: true,
  currency: "EGP",
  steps: [{ minutes: 15, amount: 10 }],
  effect: [{ late: 20, amount: 10 }],
};

const guards = {
  alone: 500,
  currency: "EGP",
  drop: 50,
  drop_days: 30,
  second_factor: true as boolean,
  version: 6,
  takes_two: false,
  waits: null as null | Record<string, unknown>,
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** The console's API; it records saved and previewed values. */
function fakeServer(
  refusal: { status: number; body: object } | null = null,
  rules = { ...guards, second_factor: false },
) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, init: RequestInit) => {
      const path = address.replace(/^\/api\/v1\/console/, "");
      const data = {
        "/referrals/terms": referral,
        "/points/rates": points,
        "/late": late,
        "/safety": rules,
        "/safety/decide": { ...rules, alone: 900, waits: null },
      }[path];
      if (init.method !== "GET") {
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

/** The form around a section, with its save button. */
async function part(name: string) {
  const form = (await screen.findByRole("region", { name })).closest("form");
  if (form === null) throw new Error(`${name} stands in no form`);
  return within(form);
}

const draw = () => renderShop(<settingsPage.Component />, { console: true });

test("a change shows what it comes to before it is saved, and is saved as typed", async () => {
  const sent = fakeServer();
  draw();
  const form = await part("Invite friends");
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
      {
        path: "/referrals/terms",
        body: expect.objectContaining({ version: 3, reward_friend: "45" }),
      },
    ]),
  );
});

test("limits and the second step are told in words, and saved as typed", async () => {
  const sent = fakeServer();
  draw();
  const form = await part("Approvals and sign-in");
  expect(form.getByText(/One person can give up to EGP.500 a day/)).toBeTruthy();
  expect(form.getByText(/more than 50% below the highest of the last 30 days/)).toBeTruthy();
  expect(form.getByText(/optional for all staff/)).toBeTruthy();
  fireEvent.change(form.getByLabelText(/Largest price drop/), { target: { value: "40" } });
  fireEvent.click(form.getByRole("switch", { name: /must use two-step/ }));
  const body = { version: 6, alone: "500", drop: "40", drop_days: "30", second_factor: true };
  await waitFor(() =>
    expect(sent).toContainEqual({ path: "/safety", body: { ...body, preview: true } }),
  );
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent.filter(({ body }) => body.preview !== true)).toEqual([{ path: "/safety", body }]),
  );
});

const waits = {
  alone: 900,
  drop: 50,
  drop_days: 30,
  second_factor: false,
  asked_by: "Mona Adel",
  asked_at: "2026-11-23T08:00:00Z",
  can_decide: true,
  why_not: "",
  version: 7,
};

test("looser rules wait: what they change, and the second owner's decision", async () => {
  const sent = fakeServer(null, { ...guards, takes_two: true, waits });
  draw();
  const form = await part("Approvals and sign-in");
  expect(form.getAllByRole("listitem").map((item) => item.textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Daily limit per staff member: from EGP.500 to EGP.900$/),
      "Two-step verification for owners and finance: from required to optional",
      expect.stringMatching(/^Loosening a rule waits for a second owner/),
    ]),
  );
  expect(form.queryByText(/^Largest price drop without approval: /)).toBeNull();
  fireEvent.click(form.getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(sent).toContainEqual({ path: "/safety/decide", body: { version: 7, approve: true } }),
  );
  await waitFor(() => expect(form.queryByText(/Waiting for a second owner/)).toBeNull());
  expect(form.getByLabelText<HTMLInputElement>(/^Daily limit per staff member/).value).toBe("900");
});

test("who asked for looser rules may only take that back", async () => {
  const sent = fakeServer(null, { ...guards, waits: { ...waits, can_decide: false } });
  draw();
  const form = await part("Approvals and sign-in");
  expect(form.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(form.getByText(/Another owner/)).toBeTruthy();
  fireEvent.click(form.getByRole("button", { name: "Cancel request" }));
  await waitFor(() =>
    expect(sent).toContainEqual({ path: "/safety/decide", body: { version: 7, approve: false } }),
  );
});

test("a limit left empty is never sent as one of nothing", () => {
  const empty = { alone: " ", drop: "", drop_days: "", second_factor: false };
  expect(safetyBody(empty)).toEqual({
    alone: "-1",
    drop: "0",
    drop_days: "0",
    second_factor: false,
  });
});

test("what the server refuses stands at its field", async () => {
  fakeServer({
    status: 422,
    body: { message: "No", code: "validation", errors: { "steps.0.amount": ["Too much."] } },
  });
  draw();
  const form = await part("Late orders");
  fireEvent.click(form.getByRole("button", { name: "Add tier" }));
  expect(form.getAllByLabelText(/Minutes late/)).toHaveLength(2);
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Too much.")).toBeTruthy();
});

test("what somebody else saved meanwhile stands beside what one typed", async () => {
  const sent = fakeServer({
    status: 409,
    body: {
      message: "Changed",
      code: "moved_on",
      errors: {},
      data: { current: { ...referral, version: 8, reward_friend: 35, rate: 3 } },
    },
  });
  draw();
  const form = await part("Invite friends");
  fireEvent.change(form.getByLabelText(/Friend's reward/), { target: { value: "45" } });
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  const compare = within(await form.findByRole("region", { name: "Compare versions" }));
  expect(compare.getByRole("group", { name: "Friend's reward, EGP" })).toBeTruthy();
  expect(compare.getByText("35")).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>(/Commission on the friend/).value).toBe("3");
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent.filter(({ body }) => body.preview !== true).at(-1)).toEqual({
      path: "/referrals/terms",
      body: expect.objectContaining({ version: 8, reward_friend: "45", rate: "3" }),
    }),
  );
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
  expect(pointsBody({ other: "40", svc_food: " ", svc_grocery: "٢٠" })).toEqual({
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
