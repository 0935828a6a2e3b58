-- Quotations: what customers asked a branch to price, and what it offered.

-- A list of goods a customer asked a branch to price.
CREATE TABLE quotations (
  id           TEXT PRIMARY KEY,
  number       TEXT NOT NULL UNIQUE,  -- what people say: Q-7F3K-29QD
  user_id      TEXT NOT NULL,
  branch_id    TEXT NOT NULL,
  store_id     TEXT NOT NULL,
  service_id   TEXT NOT NULL,
  district_id  TEXT NOT NULL,         -- where it is to be delivered; the fee is for there
  state        TEXT NOT NULL,         -- requested | priced | change_requested | accepted | ordered | declined | expired
  event_seq    BIGINT NOT NULL,       -- the last event; guards every change
  version      BIGINT NOT NULL,       -- offers made so far; the last one stands
  company_name TEXT NOT NULL,
  tax_id       TEXT NOT NULL,
  note         TEXT NOT NULL,
  lang         TEXT NOT NULL,
  expires_at   BIGINT,                -- of the current offer 
  order_id     TEXT,                  -- the order it became
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX quotations_user ON quotations (user_id, created_at DESC, id DESC);
CREATE INDEX quotations_queue ON quotations (branch_id, state, updated_at, id);
CREATE INDEX quotations_expiring ON quotations (expires_at, id) WHERE state IN ('priced', 'accepted');
-- One order for each quotation, and one quotation for each order.
CREATE UNIQUE INDEX quotations_order ON quotations (order_id) WHERE order_id IS NOT NULL;

-- What was asked for, as it was called then.
CREATE TABLE quotation_lines (
  quotation_id TEXT NOT NULL,
  id           TEXT NOT NULL,
  variant_id   TEXT NOT NULL,
  product_id   TEXT NOT NULL,
  name_en      TEXT NOT NULL,
  name_ar      TEXT NOT NULL,
  variant_en   TEXT NOT NULL,
  variant_ar   TEXT NOT NULL,
  image        TEXT NOT NULL,
  qty          BIGINT NOT NULL CHECK (qty > 0),
  PRIMARY KEY (quotation_id, id)
);

-- An offer: one version of the prices, never changed once made.
CREATE TABLE quotation_offers (
  quotation_id TEXT NOT NULL,
  version      BIGINT NOT NULL,                   -- 1, 2, 3 … without a gap
  staff_id     TEXT NOT NULL,
  delivery_fee BIGINT NOT NULL CHECK (delivery_fee >= 0),
  note         TEXT NOT NULL,
  items_total  BIGINT NOT NULL,
  tax          BIGINT NOT NULL CHECK (tax >= 0),  -- VAT contained in total
  total        BIGINT NOT NULL,
  steps        TEXT NOT NULL,                     -- JSON: how the total came about
  expires_at   BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (quotation_id, version)
);

-- The price of each line in one offer.
CREATE TABLE quotation_prices (
  quotation_id TEXT NOT NULL,
  version      BIGINT NOT NULL,
  line_id      TEXT NOT NULL,
  unit_price   BIGINT NOT NULL CHECK (unit_price >= 0),
  list_price   BIGINT NOT NULL,                 -- what the shelf asked for when it was priced
  vat_bp       BIGINT NOT NULL,
  PRIMARY KEY (quotation_id, version, line_id)
);

-- An offer that gives more than one person may and waits for a second one: the last, until anything happens to
-- its quotation.
CREATE TABLE quotation_proposals (
  quotation_id TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  staff_id     TEXT NOT NULL,                     -- who made it
  seq          BIGINT NOT NULL,                   -- the event it answers
  units        TEXT NOT NULL,                     -- JSON: the price of each line
  delivery_fee BIGINT NOT NULL CHECK (delivery_fee >= 0),
  days         BIGINT NOT NULL,                   -- for how long it will hold
  note         TEXT NOT NULL,
  below        BIGINT NOT NULL,                   -- how much less than the list prices
  declined_by  TEXT,
  declined_why TEXT NOT NULL DEFAULT '',
  created_at   BIGINT NOT NULL
);

-- What happened to a quotation, numbered without a gap.
CREATE TABLE quotation_events (
  quotation_id TEXT NOT NULL,
  seq          BIGINT NOT NULL,    -- 1, 2, 3 … without a gap
  from_state   TEXT,
  to_state     TEXT NOT NULL,
  version      BIGINT NOT NULL,    -- the offer that stands after it
  actor_kind   TEXT NOT NULL,      -- customer | staff | system
  actor_id     TEXT NOT NULL,
  note         TEXT NOT NULL,
  at           BIGINT NOT NULL,
  PRIMARY KEY (quotation_id, seq)
);

-- One row per customer who ever asked: whoever asks touches it first, so that
-- the open ones can be counted.
CREATE TABLE quotation_customers (
  user_id  TEXT PRIMARY KEY,
  asked_at BIGINT NOT NULL
);
