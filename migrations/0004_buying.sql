-- Buying: stock, coupons, carts, orders, payments, the ledger.

-- Stock of a variant at a branch. available = on_hand - reserved.
CREATE TABLE stock (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  on_hand    BIGINT NOT NULL CHECK (on_hand >= 0),
  reserved   BIGINT NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (branch_id, variant_id),
  CHECK (reserved <= on_hand)
);
-- Why on_hand is what it is: append-only, one row per cause.
CREATE TABLE stock_moves (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  id         TEXT NOT NULL,
  qty        BIGINT NOT NULL,               -- + in, - out
  reason     TEXT NOT NULL,                 -- opening | received | sold | returned | corrected
  source     TEXT NOT NULL,                 -- order line, import, staff action
  at         BIGINT NOT NULL,
  PRIMARY KEY (branch_id, variant_id, id)
);
CREATE UNIQUE INDEX stock_moves_source ON stock_moves (branch_id, variant_id, reason, source);
-- Units held for an order line. active until committed (moved out) or released.
CREATE TABLE reservations (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  order_id   TEXT NOT NULL,
  qty        BIGINT NOT NULL CHECK (qty > 0),
  state      TEXT NOT NULL,                 -- active | committed | released
  expires_at BIGINT,                        -- only while the order is a draft
  created_at BIGINT NOT NULL,
  ended_at   BIGINT,
  PRIMARY KEY (branch_id, variant_id, order_id)
);
CREATE INDEX reservations_order ON reservations (order_id, variant_id);

CREATE TABLE coupons (
  id             TEXT PRIMARY KEY,
  code           TEXT NOT NULL UNIQUE,      -- upper case
  kind           TEXT NOT NULL,             -- percent | amount | free_delivery
  value          BIGINT NOT NULL,           -- basis points or minor units
  minimum        BIGINT NOT NULL DEFAULT 0,
  cap            BIGINT,                    -- most that a percentage takes off
  starts_at      BIGINT, ends_at BIGINT,
  total_limit    BIGINT, shopper_limit BIGINT,
  first_order    BOOLEAN NOT NULL,
  services       TEXT NOT NULL DEFAULT '[]',
  stores         TEXT NOT NULL DEFAULT '[]',
  categories     TEXT NOT NULL DEFAULT '[]',
  uses           BIGINT NOT NULL DEFAULT 0, -- unreleased redemptions; guarded
  active         BOOLEAN NOT NULL
);
CREATE TABLE coupon_shoppers (              -- uses per shopper; guarded
  coupon_id TEXT NOT NULL,
  user_id   TEXT NOT NULL,
  uses      BIGINT NOT NULL,
  PRIMARY KEY (coupon_id, user_id)
);
CREATE TABLE coupon_redemptions (
  coupon_id   TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  discount    BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  released_at BIGINT,
  PRIMARY KEY (coupon_id, order_id)
);

-- One live cart per owner and service. owner is a user id or "guest:<hash of
-- the cart token>".
CREATE TABLE carts (
  id         TEXT PRIMARY KEY,
  owner      TEXT NOT NULL,
  service_id TEXT NOT NULL,
  branch_id  TEXT NOT NULL,
  state      TEXT NOT NULL,                 -- active | parked | ordered | merged | emptied
  version    BIGINT NOT NULL,               -- raised by every change
  coupon_id  TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX carts_active ON carts (owner, service_id) WHERE state = 'active';
-- Nothing here holds updated_at of a live cart: adding to one changes no index.
CREATE INDEX carts_owner ON carts (owner, service_id, id);
CREATE INDEX carts_parked ON carts (updated_at, id) WHERE state = 'parked';
-- Rows that are only ever written together with their parent, in its
-- transaction, have no foreign key to it: PostgreSQL would look the parent up
-- for every row of every purchase. doctor looks for orphans instead.
CREATE TABLE cart_items (
  cart_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  qty        BIGINT NOT NULL CHECK (qty > 0),
  note       TEXT NOT NULL DEFAULT '',
  seen_price BIGINT NOT NULL,               -- unit price when last shown, to tell of changes
  created_at BIGINT NOT NULL,
  PRIMARY KEY (cart_id, id)
);
CREATE UNIQUE INDEX cart_items_variant ON cart_items (cart_id, variant_id);

CREATE TABLE orders (
  id              TEXT PRIMARY KEY,
  number          TEXT NOT NULL UNIQUE,     -- what people say: W-7F3K-29QD
  user_id         TEXT NOT NULL,
  branch_id       TEXT NOT NULL,
  store_id        TEXT NOT NULL,
  service_id      TEXT NOT NULL,
  cart_id         TEXT NOT NULL,
  cart_version    BIGINT NOT NULL,          -- the cart's guard lets each version be ordered once
  status          TEXT NOT NULL,
  held_from       TEXT,                     -- status an on_hold order came from
  event_seq       BIGINT NOT NULL,
  payment_method  TEXT NOT NULL,            -- cod | card
  payment_state   TEXT NOT NULL,            -- due | pending | paid | refunding | refunded | failed | void
  currency        TEXT NOT NULL,
  items_total     BIGINT NOT NULL,
  discount        BIGINT NOT NULL,
  delivery_fee    BIGINT NOT NULL,
  service_fee     BIGINT NOT NULL DEFAULT 0,
  tip             BIGINT NOT NULL,
  tax             BIGINT NOT NULL,          -- VAT contained in total
  total           BIGINT NOT NULL,
  paid            BIGINT NOT NULL,
  due             BIGINT NOT NULL,
  coupon_id       TEXT,
  coupon_code     TEXT,
  address         TEXT NOT NULL,            -- JSON copy of the address
  address_id      TEXT NOT NULL,
  district_id     TEXT NOT NULL,
  note            TEXT NOT NULL DEFAULT '',
  change_for      BIGINT,                   -- "I will pay with 500"
  scheduled_from  BIGINT, scheduled_to BIGINT,
  promised_at     BIGINT NOT NULL,
  pin_tries       BIGINT NOT NULL DEFAULT 0,-- wrong codes at the door since it was last sent out
  courier_id      TEXT, courier_name TEXT,  -- who took it out for delivery
  steps           TEXT NOT NULL,            -- JSON: how the total came about
  terms_version   TEXT NOT NULL,
  lang            TEXT NOT NULL,
  expires_at      BIGINT,                   -- of a draft
  accept_by       BIGINT,                   -- a pending order not accepted by then is rejected
  attempts        BIGINT NOT NULL DEFAULT 0,-- deliveries that failed
  picked_at       BIGINT,
  delivered_at    BIGINT,
  cancelled_by    TEXT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL
);
CREATE INDEX orders_user ON orders (user_id, created_at DESC, id DESC);
CREATE INDEX orders_board ON orders (branch_id, status, created_at, id);
CREATE INDEX orders_updated ON orders (branch_id, updated_at, id);
CREATE INDEX orders_expiring ON orders (expires_at, id) WHERE status = 'draft';
CREATE INDEX orders_unaccepted ON orders (accept_by, id) WHERE status = 'pending';
CREATE TABLE order_lines (
  order_id    TEXT NOT NULL,
  id          TEXT NOT NULL,
  branch_id   TEXT NOT NULL,
  variant_id  TEXT NOT NULL,
  product_id  TEXT NOT NULL,
  name_en TEXT NOT NULL, name_ar TEXT NOT NULL,
  variant_en TEXT NOT NULL, variant_ar TEXT NOT NULL,
  image       TEXT NOT NULL,
  unit_price  BIGINT NOT NULL,
  list_price  BIGINT NOT NULL,              -- before the offer
  qty         BIGINT NOT NULL,
  line_total  BIGINT NOT NULL,              -- unit_price × qty
  discount    BIGINT NOT NULL,              -- this line's share of the coupon
  vat_bp      BIGINT NOT NULL,
  tax         BIGINT NOT NULL,
  note        TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, id)
);
CREATE TABLE order_events (
  order_id   TEXT NOT NULL,
  seq        BIGINT NOT NULL,               -- 1, 2, 3 … without a gap
  from_status TEXT,
  to_status  TEXT NOT NULL,
  actor_kind TEXT NOT NULL,                 -- shopper | staff | system
  actor_id   TEXT NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  at         BIGINT NOT NULL,
  PRIMARY KEY (order_id, seq)
);
-- Answers already given, by Idempotency-Key.
CREATE TABLE idempotency (
  user_id    TEXT NOT NULL,
  key        TEXT NOT NULL,
  body_hash  TEXT NOT NULL,
  status     BIGINT,                        -- null while the first is running
  answer     TEXT,
  order_id   TEXT NOT NULL,                 -- what the first made; a crash in between is taken up there
  lease_until BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_old ON idempotency (created_at);

CREATE TABLE payments (
  id          TEXT PRIMARY KEY,
  order_id    TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  gateway     TEXT NOT NULL,                -- sandbox | cod
  gateway_ref TEXT,                         -- the gateway's own id of the intent
  state       TEXT NOT NULL,                -- created | open | captured | failed | expired | cancelled
  amount      BIGINT NOT NULL,
  currency    TEXT NOT NULL,
  captured    BIGINT NOT NULL DEFAULT 0,
  refunded    BIGINT NOT NULL DEFAULT 0,
  checkout_url TEXT,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  CHECK (refunded <= captured)
);
CREATE INDEX payments_unsettled ON payments (updated_at, id) WHERE state IN ('created', 'open');
CREATE UNIQUE INDEX payments_order ON payments (order_id, gateway);
CREATE UNIQUE INDEX payments_ref ON payments (gateway, gateway_ref) WHERE gateway_ref IS NOT NULL;
CREATE TABLE payment_events (               -- raw webhooks, once each
  gateway    TEXT NOT NULL,
  event_id   TEXT NOT NULL,
  payment_id TEXT,
  body       TEXT NOT NULL,
  state      TEXT NOT NULL,                 -- received | applied | ignored
  at         BIGINT NOT NULL,
  PRIMARY KEY (gateway, event_id)
);
CREATE TABLE refunds (
  id          TEXT PRIMARY KEY,
  payment_id  TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  amount      BIGINT NOT NULL,
  reason      TEXT NOT NULL,
  state       TEXT NOT NULL,                -- requested | sent | done | failed
  gateway_ref TEXT,
  source      TEXT NOT NULL UNIQUE,         -- order:<id>:cancelled — asked for once
  attempts    BIGINT NOT NULL DEFAULT 0,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL
);
CREATE INDEX refunds_payment ON refunds (payment_id, id);
CREATE INDEX refunds_order ON refunds (order_id, id);

-- The ledger: append-only double entry.
CREATE TABLE ledger_transactions (
  id         TEXT PRIMARY KEY,
  source     TEXT NOT NULL UNIQUE,          -- posting twice for one source is a no-op
  kind       TEXT NOT NULL,
  at         BIGINT NOT NULL
);
CREATE TABLE ledger_postings (
  transaction_id TEXT NOT NULL,
  line       BIGINT NOT NULL,
  account    TEXT NOT NULL,                 -- kind:owner, e.g. branch_payable:br_…, gateway:sandbox, cash_due:br_…
  currency   TEXT NOT NULL,
  amount     BIGINT NOT NULL,               -- + debit, - credit; a transaction sums to zero
  PRIMARY KEY (transaction_id, line)
);
CREATE INDEX ledger_postings_account ON ledger_postings (account, currency, transaction_id);
-- Cached balances of accounts that must not be overdrawn (shoppers'); system
-- accounts have none, they would be one hot row for the whole shop.
CREATE TABLE ledger_balances (
  account  TEXT NOT NULL,
  currency TEXT NOT NULL,
  balance  BIGINT NOT NULL,
  PRIMARY KEY (account, currency)
);

-- The sandbox gateway keeps its own books, as a real one would.
CREATE TABLE sandbox_intents (
  id         TEXT PRIMARY KEY,
  reference  TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  state      TEXT NOT NULL,                 -- open | settling | paid | expired
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
CREATE TABLE sandbox_refunds (
  id        TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL,
  key       TEXT NOT NULL UNIQUE,           -- idempotency key of the caller
  amount    BIGINT NOT NULL,
  at        BIGINT NOT NULL
);
