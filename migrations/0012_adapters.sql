-- Adapters: what the Paymob gateway cannot be asked again, what became of
-- messages at their providers, the shopper's inbox and their browsers.

-- Intentions opened at Paymob: one for each of our references. The address of
-- its page holds a secret that only the answer to its creation tells.
CREATE TABLE paymob_intents (
  reference      TEXT PRIMARY KEY,          -- our payment's id
  order_id       TEXT NOT NULL UNIQUE,      -- Paymob's order
  checkout_url   TEXT NOT NULL,
  amount         BIGINT NOT NULL,
  currency       TEXT NOT NULL,
  transaction_id TEXT UNIQUE,               -- the transaction that paid it
  expires_at     BIGINT NOT NULL,
  created_at     BIGINT NOT NULL
);
-- Paymob's refunds carry no key of ours, so each is noted before it is asked
-- for, with what had been refunded by then.
CREATE TABLE paymob_refunds (
  key           TEXT PRIMARY KEY,
  order_id      TEXT NOT NULL,
  amount        BIGINT NOT NULL,
  refunded      BIGINT NOT NULL,            -- of the transaction, before this one
  state         TEXT NOT NULL,              -- asked | done | refused
  ref           TEXT,
  asked_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX paymob_refunds_one ON paymob_refunds (order_id) WHERE state = 'asked';

-- A message may stand in for one that did not arrive; a provider tells later
-- what became of it, by its own reference.
ALTER TABLE messages ADD COLUMN link TEXT;
ALTER TABLE messages ADD COLUMN replaces TEXT;
ALTER TABLE messages ADD COLUMN provider TEXT;
ALTER TABLE messages ADD COLUMN provider_ref TEXT;
ALTER TABLE messages ADD COLUMN unsure BIGINT NOT NULL DEFAULT 0;  -- sendings of which nobody told what became
ALTER TABLE messages ADD COLUMN tried_at BIGINT;
ALTER TABLE messages ADD COLUMN delivered_at BIGINT;
CREATE UNIQUE INDEX messages_replaces ON messages (replaces) WHERE replaces IS NOT NULL;
CREATE UNIQUE INDEX messages_ref ON messages (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX messages_dead ON messages (created_at, id) WHERE state IN ('failed', 'undelivered');

-- The inbox of a shopper's account.
CREATE TABLE notices (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  template   TEXT NOT NULL,
  params     TEXT NOT NULL,
  link       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  read_at    BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX notices_newest ON notices (user_id, created_at, id);
CREATE INDEX notices_unread ON notices (user_id, id) WHERE read_at IS NULL;

-- Browsers that a shopper switched notices on in.
CREATE TABLE push_subscriptions (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  endpoint   TEXT NOT NULL UNIQUE,
  p256dh     TEXT NOT NULL,
  auth       TEXT NOT NULL,
  lang       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, id)
);
