import type { Body, Data } from "../../../../api/operations";

export type Ways = Data<"GET", "/console/ways">;
export type WaysBody = Body<"PUT", "/console/ways">;

/** Keys are separate from the form: unlike the other input, they are not stored in the tab. */
export const noKeys = {
  "paymob.api_key": "",
  "paymob.secret_key": "",
  "paymob.hmac_secret": "",
  "stripe.secret_key": "",
  "stripe.webhook_secret": "",
};
export type Keys = typeof noKeys;

export type WaysDraft = {
  /** Whether a key was typed. */
  keys: boolean;
  cash: boolean;
  card: boolean;
  top_up: boolean;
  cash_most: string;
  cash_first: string;
  gateway: string;
  "paymob.public_key": string;
  "paymob.integrations": string;
  "paymob.email": string;
};

/** No maximum is shown as an empty field. */
const ceiling = (amount: number) => (amount === 0 ? "" : String(amount));

export const waysDraft = (ways: Ways): WaysDraft => ({
  keys: false,
  cash: ways.cash,
  card: ways.card,
  top_up: ways.top_up,
  cash_most: ceiling(ways.cash_most),
  cash_first: ceiling(ways.cash_first),
  gateway: ways.gateway,
  "paymob.public_key": ways.paymob.public_key,
  "paymob.integrations": ways.paymob.integrations,
  "paymob.email": ways.paymob.email,
});

export const waysBody = (draft: WaysDraft, keys: Keys, version: number): WaysBody => ({
  cash: draft.cash,
  card: draft.card,
  top_up: draft.top_up,
  cash_most: draft.cash_most.trim() || "0",
  cash_first: draft.cash_first.trim() || "0",
  gateway: draft.gateway as NonNullable<WaysBody["gateway"]>,
  paymob: {
    public_key: draft["paymob.public_key"],
    integrations: draft["paymob.integrations"],
    email: draft["paymob.email"],
    api_key: keys["paymob.api_key"],
    secret_key: keys["paymob.secret_key"],
    hmac_secret: keys["paymob.hmac_secret"],
  },
  stripe: {
    secret_key: keys["stripe.secret_key"],
    webhook_secret: keys["stripe.webhook_secret"],
  },
  version,
});
