-- Carts and coupons.

-- Coupons. Their uses are raised under the limit in the statement that redeems one.
CREATE TABLE coupons (
  id            TEXT PRIMARY KEY,
  code          TEXT NOT NULL UNIQUE,            -- upper case
  kind          TEXT NOT NULL CHECK (kind IN ('percent', 'amount', 'free_delivery')), -- percent | amount | free_delivery
  value         BIGINT NOT NULL,                 -- basis points or minor units
  minimum       BIGINT NOT NULL DEFAULT 0,
  cap           BIGINT,                          -- most that a percentage takes off
  starts_at     BIGINT,
  ends_at       BIGINT,
  total_limit   BIGINT,
  customer_limit BIGINT,
  first_order   BOOLEAN NOT NULL,
  services      TEXT NOT NULL DEFAULT '[]',
  stores        TEXT NOT NULL DEFAULT '[]',
  categories    TEXT NOT NULL DEFAULT '[]',
  uses          BIGINT NOT NULL DEFAULT 0 CHECK (uses >= 0), -- unreleased redemptions; guarded
  active        BOOLEAN NOT NULL,
  listed        BOOLEAN NOT NULL DEFAULT FALSE,  -- shown among "your coupons" to everybody who may use it
  created_at    BIGINT NOT NULL DEFAULT 0,
  updated_at    BIGINT NOT NULL DEFAULT 0,
  version       BIGINT NOT NULL DEFAULT 1,       -- counts the changes
  makers        TEXT NOT NULL DEFAULT '[]',      -- who changed what it gives since it was let: none of them is the second person
  waits_since   BIGINT,                          -- to be switched on, once a second person agrees
  CHECK (NOT active OR waits_since IS NULL)
);
CREATE INDEX coupons_listed ON coupons (id) WHERE listed AND active;
CREATE INDEX coupons_newest ON coupons (created_at DESC, id DESC);

-- How often a customer has used a coupon; raised under the limit as well.
CREATE TABLE coupon_customers (
  coupon_id TEXT NOT NULL,
  user_id   TEXT NOT NULL,
  uses      BIGINT NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (coupon_id, user_id)
);

-- Which order used which coupon. Released when the order is not bought after all.
CREATE TABLE coupon_redemptions (
  coupon_id   TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  discount    BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  released_at BIGINT,
  PRIMARY KEY (coupon_id, order_id)
);
CREATE INDEX coupon_redemptions_recent ON coupon_redemptions (coupon_id, created_at, order_id);

-- One live cart per owner and service. owner is a user id or "guest:<hash of
-- the cart token>".
CREATE TABLE carts (
  id         TEXT PRIMARY KEY,
  owner      TEXT NOT NULL,
  service_id TEXT NOT NULL,
  branch_id  TEXT NOT NULL,
  state      TEXT NOT NULL,     -- active | parked | ordered | merged | emptied
  version    BIGINT NOT NULL,   -- raised by every change
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
  seen_price BIGINT NOT NULL,                  -- unit price when last shown, to tell of changes
  created_at BIGINT NOT NULL,
  PRIMARY KEY (cart_id, id)
);
CREATE UNIQUE INDEX cart_items_variant ON cart_items (cart_id, variant_id);
