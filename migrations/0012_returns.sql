-- Returns: what may come back, what is on its way back, what is refunded for it.

-- How long a product may be given back, from its delivery. The rule nearest to
-- the product counts: its own, its category's, one above that, its service's,
-- the shop's. Products, categories and services are named by their slug.
CREATE TABLE return_rules (
  target          TEXT NOT NULL,  -- product | category | service | shop
  slug            TEXT NOT NULL,  -- '' for the shop
  as_new_hours    BIGINT NOT NULL CHECK (as_new_hours >= 0), -- for any reason; 0: not at all
  defective_hours BIGINT NOT NULL CHECK (defective_hours >= 0), -- when the shop is to blame; 0: not at all
  kind            TEXT NOT NULL,  -- why it is so: general | perishable | hygiene | custom
  PRIMARY KEY (target, slug)
);
INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind) VALUES
  ('shop', '', 336, 720, 'general');

-- What customers can say is wrong.
CREATE TABLE return_reasons (
  id            TEXT PRIMARY KEY,
  name_en       TEXT NOT NULL,
  name_ar       TEXT NOT NULL,
  needs_comment BOOLEAN NOT NULL,
  needs_photo   BOOLEAN NOT NULL,
  defective     BOOLEAN NOT NULL,  -- the shop is to blame
  sort          BIGINT NOT NULL
);
INSERT INTO return_reasons (id, name_en, name_ar, needs_comment, needs_photo, defective, sort) VALUES
  ('changed_mind', 'I changed my mind', 'غيّرت رأيي', FALSE, FALSE, FALSE, 1),
  ('does_not_fit', 'It does not fit', 'المقاس غير مناسب', FALSE, FALSE, FALSE, 2),
  ('wrong_item', 'Something else arrived', 'وصلني منتج مختلف', FALSE, TRUE, TRUE, 3),
  ('damaged', 'It arrived damaged', 'وصل تالفًا', FALSE, TRUE, TRUE, 4),
  ('spoiled', 'It is spoiled or past its date', 'فاسد أو منتهي الصلاحية', FALSE, TRUE, TRUE, 5),
  ('defective', 'It does not work', 'لا يعمل', TRUE, FALSE, TRUE, 6),
  ('not_as_described', 'It is not as described', 'غير مطابق للوصف', TRUE, FALSE, TRUE, 7),
  ('other', 'Another reason', 'سبب آخر', TRUE, FALSE, FALSE, 8);

-- A return: some units of one delivered order on their way back.
CREATE TABLE returns (
  id           TEXT PRIMARY KEY,
  number       TEXT NOT NULL UNIQUE,            -- what people say: R-7F3K-29QD
  user_id      TEXT NOT NULL,
  branch_id    TEXT NOT NULL,
  order_id     TEXT NOT NULL,
  order_number TEXT NOT NULL,
  state        TEXT NOT NULL,                   -- requested | approved | refused | withdrawn | picked_up | received | inspected | settled | refunded
  event_seq    BIGINT NOT NULL,
  refund_to    TEXT NOT NULL,                   -- card | wallet | bank: where the part paid by card or in cash goes
  bank         TEXT,                            -- JSON {iban, holder}, only while it is needed
  bank_masked  TEXT NOT NULL DEFAULT '',
  address      TEXT NOT NULL,                   -- JSON copy of where it is picked up
  pickup_from  BIGINT NOT NULL,
  pickup_to    BIGINT NOT NULL,
  currency     TEXT NOT NULL,
  gross        BIGINT NOT NULL,                 -- of its units, of the accepted ones once they are inspected
  discount     BIGINT NOT NULL,                 -- what the coupon had taken off them
  delivery     BIGINT NOT NULL,                 -- the delivery fee that goes back as well
  refund       BIGINT NOT NULL,
  inspected_by TEXT,
  settled_by   TEXT,
  lang         TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  CHECK (refund = gross - discount + delivery)
);
CREATE INDEX returns_user ON returns (user_id, created_at DESC, id DESC);
CREATE INDEX returns_order ON returns (order_id, id);
CREATE INDEX returns_queue ON returns (branch_id, state, created_at, id);

-- What comes back, and what the customer said was wrong.
CREATE TABLE return_lines (
  return_id TEXT NOT NULL,
  id        TEXT NOT NULL,
  order_id  TEXT NOT NULL,
  line_id   TEXT NOT NULL,                    -- of order_lines
  qty       BIGINT NOT NULL CHECK (qty > 0),
  reason_id TEXT NOT NULL REFERENCES return_reasons (id),
  defective BOOLEAN NOT NULL,                 -- as the reason said when it was given
  comment   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (return_id, id)
);

-- The units of an order's line are numbered from 1. Each that is given back is
-- a row with what it cost, so the parts of a line add up to the whole however
-- they come back, and no unit comes back twice: returned <= delivered.
CREATE TABLE return_units (
  order_id       TEXT NOT NULL,
  line_id        TEXT NOT NULL,
  unit           BIGINT NOT NULL CHECK (unit > 0),
  return_id      TEXT NOT NULL,
  return_line_id TEXT NOT NULL,
  gross          BIGINT NOT NULL,
  discount       BIGINT NOT NULL,
  outcome        TEXT,                              -- restock | scrap | refuse, once it is inspected
  why            TEXT NOT NULL DEFAULT '',          -- of a refused one
  live           BOOLEAN NOT NULL,                  -- false once its return was refused or withdrawn
  PRIMARY KEY (return_id, line_id, unit)
);
CREATE UNIQUE INDEX return_units_once ON return_units (order_id, line_id, unit) WHERE live;

-- What happened to a return, numbered without a gap.
CREATE TABLE return_events (
  return_id  TEXT NOT NULL,
  seq        BIGINT NOT NULL,           -- 1, 2, 3 … without a gap
  from_state TEXT,
  to_state   TEXT NOT NULL,
  actor_kind TEXT NOT NULL,             -- customer | staff | system
  actor_id   TEXT NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  at         BIGINT NOT NULL,
  PRIMARY KEY (return_id, seq)
);

-- The ways by which a settled return's money goes back.
CREATE TABLE return_payouts (
  return_id TEXT NOT NULL,
  way       TEXT NOT NULL,                       -- card | wallet | bank | points
  source    TEXT NOT NULL UNIQUE,                -- return:<id>:<way>, as it was given to the payments
  amount    BIGINT NOT NULL CHECK (amount > 0),
  done_at   BIGINT,
  PRIMARY KEY (return_id, way)
);
