-- Orders, their lines and their history.

-- Orders. Like their lines and events they have no foreign keys: PostgreSQL would look each
-- parent up for every row of every purchase. doctor looks for orphans instead.
CREATE TABLE orders (
  id               TEXT PRIMARY KEY,
  number           TEXT NOT NULL UNIQUE,             -- what people say: W-7F3K-29QD
  user_id          TEXT NOT NULL,
  branch_id        TEXT NOT NULL,
  store_id         TEXT NOT NULL,
  service_id       TEXT NOT NULL,
  cart_id          TEXT NOT NULL,
  cart_version     BIGINT NOT NULL,                  -- the cart's guard lets each version be ordered once
  status           TEXT NOT NULL,
  held_from        TEXT,                             -- status an on_hold order came from
  event_seq        BIGINT NOT NULL,
  payment_method   TEXT NOT NULL,                    -- cod | card
  payment_state    TEXT NOT NULL,                    -- due | pending | paid | refunding | refunded | failed | void
  currency         TEXT NOT NULL,
  items_total      BIGINT NOT NULL,
  discount         BIGINT NOT NULL,
  delivery_fee     BIGINT NOT NULL,
  service_fee      BIGINT NOT NULL DEFAULT 0,
  tip              BIGINT NOT NULL,
  tax              BIGINT NOT NULL,                  -- VAT contained in total
  total            BIGINT NOT NULL,
  paid             BIGINT NOT NULL,
  due              BIGINT NOT NULL,
  coupon_id        TEXT,
  coupon_code      TEXT,
  address          TEXT NOT NULL,                    -- JSON copy of the address
  address_id       TEXT NOT NULL,
  district_id      TEXT NOT NULL,
  note             TEXT NOT NULL DEFAULT '',
  change_for       BIGINT,                           -- "I will pay with 500"
  scheduled_from   BIGINT,
  scheduled_to     BIGINT,
  promised_at      BIGINT NOT NULL,
  pin_tries        BIGINT NOT NULL DEFAULT 0,        -- wrong codes at the door since it was last sent out
  courier_id       TEXT,
  courier_name     TEXT,                             -- who took it out for delivery
  steps            TEXT NOT NULL,                    -- JSON: how the total came about
  terms_version    TEXT NOT NULL,
  lang             TEXT NOT NULL,
  expires_at       BIGINT,                           -- of a draft
  accept_by        BIGINT,                           -- a pending order not accepted by then is rejected
  attempts         BIGINT NOT NULL DEFAULT 0,        -- deliveries that failed
  picked_at        BIGINT,
  delivered_at     BIGINT,
  cancelled_by     TEXT,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL,
  wallet_paid      BIGINT NOT NULL DEFAULT 0,        -- of the total, when it was placed
  points_paid      BIGINT NOT NULL DEFAULT 0,        -- of the total, as money
  points_spent     BIGINT NOT NULL DEFAULT 0,        -- points
  given_back       BIGINT NOT NULL DEFAULT 0,        -- of what was paid, on its way back or back; never more than paid
  display_currency TEXT,                             -- the currency the total was also shown in, with rate and total frozen
  display_rate     BIGINT,
  display_total    BIGINT,
  fulfilment       TEXT NOT NULL DEFAULT 'delivery'  -- or 'pickup'
);
CREATE INDEX orders_user ON orders (user_id, created_at DESC, id DESC);
CREATE INDEX orders_board ON orders (branch_id, status, created_at, id);
CREATE INDEX orders_updated ON orders (branch_id, updated_at, id);
CREATE INDEX orders_expiring ON orders (expires_at, id) WHERE status = 'draft';
CREATE INDEX orders_unaccepted ON orders (accept_by, id) WHERE status = 'pending';

-- What was bought, frozen as it was: names, prices, VAT.
CREATE TABLE order_lines (
  order_id   TEXT NOT NULL,
  id         TEXT NOT NULL,
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  variant_en TEXT NOT NULL,
  variant_ar TEXT NOT NULL,
  image      TEXT NOT NULL,
  unit_price BIGINT NOT NULL,
  list_price BIGINT NOT NULL,           -- before the offer
  qty        BIGINT NOT NULL,
  line_total BIGINT NOT NULL,           -- unit_price × qty
  discount   BIGINT NOT NULL,           -- this line's share of the coupon
  vat_bp     BIGINT NOT NULL,
  tax        BIGINT NOT NULL,
  note       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, id)
);

-- What happened to an order, numbered without a gap. The last one is its status.
CREATE TABLE order_events (
  order_id    TEXT NOT NULL,
  seq         BIGINT NOT NULL,           -- 1, 2, 3 … without a gap
  from_status TEXT,
  to_status   TEXT NOT NULL,
  actor_kind  TEXT NOT NULL,             -- customer | staff | system
  actor_id    TEXT NOT NULL,
  reason      TEXT NOT NULL DEFAULT '',
  at          BIGINT NOT NULL,
  PRIMARY KEY (order_id, seq)
);
