-- Payments and refunds, and what each gateway has to be remembered of.

-- Attempts to pay an order or a top-up at one gateway.
CREATE TABLE payments (
  id           TEXT PRIMARY KEY,
  order_id     TEXT NOT NULL,
  user_id      TEXT NOT NULL,
  gateway      TEXT NOT NULL,                  -- sandbox | cod
  gateway_ref  TEXT,                           -- the gateway's own id of the intent
  state        TEXT NOT NULL,                  -- created | open | captured | failed | expired | cancelled
  amount       BIGINT NOT NULL,
  currency     TEXT NOT NULL,
  captured     BIGINT NOT NULL DEFAULT 0,
  refunded     BIGINT NOT NULL DEFAULT 0,
  checkout_url TEXT,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  purpose      TEXT NOT NULL DEFAULT 'order',  -- order | topup, whose id then stands in order_id
  CHECK (refunded <= captured)
);
CREATE INDEX payments_unsettled ON payments (updated_at, id) WHERE state IN ('created', 'open');
CREATE UNIQUE INDEX payments_order ON payments (order_id, gateway);
CREATE UNIQUE INDEX payments_ref ON payments (gateway, gateway_ref) WHERE gateway_ref IS NOT NULL;

-- Webhooks of gateways as they came, once each.
CREATE TABLE payment_events (
  gateway    TEXT NOT NULL,
  event_id   TEXT NOT NULL,
  payment_id TEXT,
  body       TEXT NOT NULL,
  state      TEXT NOT NULL,        -- received | applied | ignored
  at         BIGINT NOT NULL,
  PRIMARY KEY (gateway, event_id)
);

-- Money that goes back, once for each source (order:<id>:cancelled).
CREATE TABLE refunds (
  id          TEXT PRIMARY KEY,
  payment_id  TEXT NOT NULL,                 -- '' where the money does not go back to a card
  order_id    TEXT NOT NULL,
  amount      BIGINT NOT NULL,
  reason      TEXT NOT NULL,
  state       TEXT NOT NULL,                 -- waiting | requested | sent | done | failed
  gateway_ref TEXT,
  source      TEXT NOT NULL UNIQUE,          -- order:<id>:cancelled — asked for once
  attempts    BIGINT NOT NULL DEFAULT 0,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  way         TEXT NOT NULL DEFAULT 'card',  -- card | wallet | bank | points
  user_id     TEXT NOT NULL DEFAULT '',
  bank        TEXT NOT NULL DEFAULT '',      -- where a transfer goes
  points      BIGINT NOT NULL DEFAULT 0      -- points given back
);
CREATE INDEX refunds_payment ON refunds (payment_id, id);
CREATE INDEX refunds_order ON refunds (order_id, id);
CREATE INDEX refunds_waiting ON refunds (created_at, id) WHERE state = 'waiting';

-- Money a customer adds to their wallet by card.
CREATE TABLE topups (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  key        TEXT NOT NULL,                       -- Idempotency-Key
  amount     BIGINT NOT NULL CHECK (amount > 0),
  lang       TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX topups_key ON topups (user_id, key);

-- The sandbox gateway keeps its own books, as a real one would.
CREATE TABLE sandbox_intents (
  id         TEXT PRIMARY KEY,
  reference  TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  state      TEXT NOT NULL,              -- open | settling | paid | expired
  return_url TEXT NOT NULL,
  notify_url TEXT NOT NULL,
  declines   BIGINT NOT NULL DEFAULT 0,
  expires_at BIGINT NOT NULL,
  card_last4 TEXT,
  refunded   BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  paid_at    BIGINT
);
CREATE UNIQUE INDEX sandbox_intents_reference ON sandbox_intents (reference);

-- Refunds at the sandbox gateway, by the caller's idempotency key.
CREATE TABLE sandbox_refunds (
  id        TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL REFERENCES sandbox_intents (id),
  key       TEXT NOT NULL UNIQUE,  -- idempotency key of the caller
  amount    BIGINT NOT NULL,
  at        BIGINT NOT NULL
);

-- Intentions opened at Paymob: one for each of our references. The address of
-- its page holds a secret that only the answer to its creation tells.
CREATE TABLE paymob_intents (
  reference      TEXT PRIMARY KEY,      -- our payment's id
  order_id       TEXT NOT NULL UNIQUE,  -- Paymob's order
  checkout_url   TEXT NOT NULL,
  amount         BIGINT NOT NULL,
  currency       TEXT NOT NULL,
  transaction_id TEXT UNIQUE,           -- the transaction that paid it
  expires_at     BIGINT NOT NULL,
  created_at     BIGINT NOT NULL
);

-- Paymob's refunds carry no key of ours, so each is noted before it is asked
-- for, with what had been refunded by then.
CREATE TABLE paymob_refunds (
  key      TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  amount   BIGINT NOT NULL,
  refunded BIGINT NOT NULL,   -- of the transaction, before this one
  state    TEXT NOT NULL,     -- asked | done | refused
  ref      TEXT,
  asked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX paymob_refunds_one ON paymob_refunds (order_id) WHERE state = 'asked';
